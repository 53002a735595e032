import type { Deployment } from '../deployment.ts'
import { broken } from '../http/service-error.ts'
import { alreadyAssigned } from '../part-numbers/change-part-number.ts'
import { claimPartNumber } from '../part-numbers/claim-part-number.ts'
import { judgeFormat } from '../part-numbers/judge-format.ts'
import { retirePartNumber } from '../part-numbers/retire-part-number.ts'
import { laterThan } from '../store/later-than.ts'
import { bendItem } from './bend-item.ts'
import { deletedItem, findItem, type ItemQuestion, itemRow } from './find-item.ts'
import { type Item, type ItemRow, showItem } from './item.ts'
import type { ItemUpdate } from './item-body.ts'

/** Changes what the body gives and nothing else; a refusal of one field refuses all of them. */
export function updateItem(deployment: Deployment, question: ItemQuestion, sent: ItemUpdate): Item {
  const body = bendItem(deployment.faults, sent)
  changeForeign(deployment, question, body)
  const unchanged =
    emptied(deployment, question, body) ?? deletedItem(deployment, question.id, 'deleted-item-is-still-updated')
  if (unchanged !== undefined) return showItem(deployment, unchanged)
  if (Object.keys(body).length === 0 && deployment.faults.active('empty-update-of-an-item-breaks-the-service'))
    throw broken()
  changeBeforeJudging(deployment, question, body)
  return deployment.store.transaction(() => {
    const before = findItem(deployment, question)
    change(deployment, before, body)
    changePartNumber(deployment, before, body.part_number)
    const after = findItem(deployment, question)
    if (JSON.stringify(after) === JSON.stringify(before)) return showItem(deployment, after)
    deployment.store.run(
      'UPDATE items SET updated_by = ?, updated_at = ? WHERE id = ?',
      question.caller.userId,
      laterThan(before.updated_at),
      before.id,
    )
    return showItem(deployment, findItem(deployment, question))
  })
}

function emptied(deployment: Deployment, { id, caller }: ItemQuestion, body: ItemUpdate): ItemRow | undefined {
  if (Object.keys(body).length > 0 || !deployment.faults.has('empty-update-returns-a-foreign-item')) return undefined
  const row = itemRow(deployment, id)
  if (row === undefined || row.organization_id === caller.organizationId) return undefined
  return deployment.faults.active('empty-update-returns-a-foreign-item') ? row : undefined
}

function changeForeign(deployment: Deployment, { id, caller }: ItemQuestion, body: ItemUpdate): void {
  const row = deployment.faults.has('foreign-item-changed-before-refusal') ? itemRow(deployment, id) : undefined
  if (row === undefined || row.organization_id === caller.organizationId) return
  if (deployment.faults.active('foreign-item-changed-before-refusal')) change(deployment, row, body)
}

function changeBeforeJudging(deployment: Deployment, question: ItemQuestion, body: ItemUpdate): void {
  if (body.part_number === undefined || !deployment.faults.has('refused-number-lets-the-item-be-changed')) return
  const before = findItem(deployment, question)
  if (deployment.faults.active('refused-number-lets-the-item-be-changed')) change(deployment, before, body)
}

function change({ store, faults }: Deployment, before: ItemRow, { name, ...body }: ItemUpdate): void {
  const isLost = body.description === undefined && before.description !== null
  if (isLost && name !== undefined && faults.active('renaming-an-item-clears-its-description')) {
    store.run('UPDATE items SET name = ?, description = NULL WHERE id = ?', name, before.id)
    return
  }
  const description = isLost && faults.active('item-update-clears-an-absent-description') ? '' : body.description
  store.run(
    'UPDATE items SET name = ?, description = ? WHERE id = ?',
    name ?? before.name,
    description === undefined ? before.description : description === '' ? null : description,
    before.id,
  )
}

/** The rules of products: assign to an item without one, retire with null, never change in place. */
function changePartNumber(deployment: Deployment, item: ItemRow, wish: string | null | undefined): void {
  if (wish === undefined || wish === item.part_number) return
  if (wish === null) {
    if (deployment.faults.active('item-number-of-null-is-a-word')) {
      deployment.store.run(
        "UPDATE part_numbers SET number = 'null', duplicate = sequence WHERE item_id = ? AND state = 'active'",
        item.id,
      )
      return
    }
    retirePartNumber(deployment, { kind: 'item', id: item.id })
    return
  }
  if (item.part_number !== null) throw alreadyAssigned()
  if (deployment.faults.active('item-update-forgets-the-part-number')) return
  judgeFormat(deployment, { number: wish, workspaceId: item.workspace_id, productId: item.product_id })
  claimPartNumber(deployment, {
    number: wish,
    organizationId: item.organization_id,
    workspaceId: item.workspace_id,
    holder: { kind: 'item', id: item.id },
  })
}
