import { setTimeout as delay } from 'node:timers/promises'
import type { Deployment } from '../deployment.ts'
import { remember } from '../../faults/fault-memory.ts'
import { unknownResource } from '../http/access.ts'
import { invalidRequest, ServiceError, validationError } from '../http/service-error.ts'
import { refuseKnownNumber } from '../part-numbers/claim-part-number.ts'
import { changePartNumber, claimFor } from '../part-numbers/change-part-number.ts'
import { changeFields } from './change-fields.ts'
import { findProduct, type ProductQuestion, productRow } from './find-product.ts'
import { fold } from './fold.ts'
import { type Product, type ProductRow, showProduct } from './product.ts'
import { refuseTakenReadableId } from './readable-id.ts'
import type { ProductUpdate } from './product-body.ts'

/** Changes what the body gives and nothing else; a refusal of one field refuses all of them. */
export async function updateProduct(
  deployment: Deployment,
  question: ProductQuestion,
  body: ProductUpdate,
): Promise<Product> {
  const { store, faults } = deployment
  failBeforehand(deployment, question, body)
  moveAway(deployment, question, body)
  const judged = await judgeTooEarly(deployment, question, body)
  const judgedId = await judgeIdTooEarly(deployment, question, body)
  const complete = await completeTooEarly(deployment, question, body)
  try {
    return store.transaction(() => carryOut(deployment, question, { body: complete, judged, judgedId }))
  } catch (error) {
    const isNumber = error instanceof ServiceError && /part_number/iu.test(error.code)
    const id = isNumber ? 'refused-number-lets-other-fields-through' : 'refused-update-changes-the-name'
    const isReached = error instanceof ServiceError && [409, 422].includes(error.status)
    if (isReached && body.name !== undefined && faults.active(id)) rename(deployment, question.id, body.name)
    throw error
  }
}

interface Change {
  readonly body: ProductUpdate
  readonly judged: boolean
  readonly judgedId: boolean
}

function carryOut(deployment: Deployment, question: ProductQuestion, { body, judged, judgedId }: Change): Product {
  const { faults, store, variants } = deployment
  const before = findProduct(deployment, question)
  changeFields(deployment, before, body, judgedId)
  changePartNumber(deployment, before, {
    wish: heardNumber(deployment, body),
    judged,
    renamed: body.name !== undefined,
    byAnother: before.created_by !== question.caller.userId,
  })
  if (before.baseline_version_number !== null && body.part_number !== undefined)
    if (faults.active('part-number-unsets-the-baseline'))
      store.run('UPDATE products SET baseline_version_number = NULL WHERE id = ?', before.id)
  const after = findProduct(deployment, question)
  const isSame = JSON.stringify(after) === JSON.stringify(before)
  if (isSame && !variants.chosen('every-update-moves-the-time')) return showProduct(deployment, after)
  const isNumberAlone = body.part_number !== undefined && Object.keys(body).length === 1
  if (!isNumberAlone || !faults.active('number-leaves-the-time-alone'))
    touch(deployment, before, question.caller.userId)
  if (body.name !== undefined && faults.has('list-lags-behind-updates')) {
    remember(store, `before ${before.id}`, JSON.stringify(before))
  }
  if (body.part_number === undefined && faults.active('update-answers-the-state-before')) {
    return showProduct(deployment, before)
  }
  if (isFirstNumber(deployment, before, body) && faults.active('assignment-answers-without-the-number')) {
    return showProduct(deployment, { ...after, part_number: null })
  }
  const product = showProduct(deployment, findProduct(deployment, question))
  if (product.updatedBy.id !== product.createdBy.id && faults.active('update-answers-its-caller-as-creator'))
    return { ...product, createdBy: product.updatedBy }
  if (product.updatedAt !== before.updated_at && faults.active('update-answers-the-time-before')) {
    return { ...product, updatedAt: before.updated_at }
  }
  return faults.active('update-answers-a-bare-id') ? { ...product, id: product.id.replaceAll('-', '') } : product
}

function heardNumber({ faults }: Deployment, body: ProductUpdate): ProductUpdate['part_number'] {
  const { part_number: wish, description, name } = body
  if (wish === undefined || description === undefined || name !== undefined) return wish
  const fault = wish === null ? 'removal-beside-a-description-ignored' : 'assignment-beside-a-description-ignored'
  return faults.active(fault) ? undefined : wish
}

function isFirstNumber({ store, faults }: Deployment, { id }: ProductRow, body: ProductUpdate): boolean {
  if (typeof body.part_number !== 'string' || !faults.has('assignment-answers-without-the-number')) return false
  const numbers = store.get<{ count: number }>('SELECT count(*) AS count FROM part_numbers WHERE product_id = ?', id)
  return numbers?.count === 1
}

/** Two changes within a millisecond still move the time forward. */
function touch({ store, faults }: Deployment, before: ProductRow, userId: string): void {
  const now = new Date(Math.max(Date.now(), Date.parse(before.updated_at) + 1)).toISOString()
  const inSeconds = `${now.slice(0, 19)}.000Z`
  const kept = faults.active('updates-are-timed-in-seconds') ? inSeconds : now
  const updatedAt = faults.active('updated-at-stands-still') ? before.updated_at : kept
  const isColleague = userId !== before.created_by
  const author = isColleague && faults.active('update-is-credited-to-the-creator') ? before.created_by : userId
  store.run('UPDATE products SET updated_by = ?, updated_at = ? WHERE id = ?', author, updatedAt, before.id)
  if (userId !== before.created_by && faults.active('update-takes-over-the-creation')) {
    store.run('UPDATE products SET created_by = ? WHERE id = ?', userId, before.id)
  }
  if (isColleague && faults.active('update-takes-over-the-product')) {
    store.run('UPDATE products SET owner_id = ? WHERE id = ?', userId, before.id)
  }
  if (faults.active('created-at-moves')) store.run('UPDATE products SET created_at = ? WHERE id = ?', now, before.id)
}

function failBeforehand(deployment: Deployment, { id, caller }: ProductQuestion, body: ProductUpdate): void {
  const { faults } = deployment
  const row = productRow(deployment, id)
  if (row === undefined) {
    if (faults.active('update-of-unknown-product-is-400')) throw invalidRequest('there is nothing to update')
    throw unknownResource(deployment, 'product')
  }
  const isForeign = row.organization_id !== caller.organizationId
  if (isForeign && body.name !== undefined && faults.active('foreign-product-changed-before-refusal')) {
    rename(deployment, row.id, body.name)
  }
  if (Object.keys(body).length === 0 && faults.active('empty-update-refused')) {
    throw validationError({ loc: ['body'], msg: 'is empty', type: 'missing' })
  }
}

/** A fault of updates that write down every field that they are given. */
function moveAway({ store, faults }: Deployment, { id }: ProductQuestion, body: ProductUpdate): void {
  const workspaceId: unknown = Reflect.get(body, 'workspace_id')
  if (typeof workspaceId !== 'string' || !faults.active('update-moves-a-product-anywhere')) return
  store.run('UPDATE products SET workspace_id = ? WHERE id = ?', workspaceId.toLowerCase(), id.toLowerCase())
}

function rename({ store }: Deployment, id: string, name: string): void {
  store.run('UPDATE products SET name = ?, folded_name = ? WHERE id = ?', name, fold(name), id.toLowerCase())
}

async function judgeTooEarly(deployment: Deployment, question: ProductQuestion, body: ProductUpdate): Promise<boolean> {
  if (typeof body.part_number !== 'string') return false
  const product = findProduct(deployment, question)
  if (product.part_number !== null || !deployment.faults.active('number-judged-before-it-is-taken')) return false
  refuseKnownNumber(deployment, claimFor(product, body.part_number))
  await delay(25)
  return true
}

async function judgeIdTooEarly(
  deployment: Deployment,
  question: ProductQuestion,
  body: ProductUpdate,
): Promise<boolean> {
  const { readable_id: readableId } = body
  if (readableId === undefined || !deployment.faults.has('readable-id-judged-before-it-is-updated')) return false
  const { id: except, workspace_id: workspaceId } = findProduct(deployment, question)
  refuseTakenReadableId(deployment, { workspaceId, readableId, except })
  await delay(25)
  return deployment.faults.active('readable-id-judged-before-it-is-updated')
}

async function completeTooEarly(
  deployment: Deployment,
  question: ProductQuestion,
  body: ProductUpdate,
): Promise<ProductUpdate> {
  if (!deployment.faults.active('update-writes-all-fields-back')) return body
  const { name, description, readable_id } = findProduct(deployment, question)
  await delay(25)
  return { name, description: description ?? '', readable_id, ...body }
}
