import { randomUUID } from 'node:crypto'
import type { Deployment } from '../deployment.ts'
import { remember } from '../../faults/fault-memory.ts'
import { validationError } from '../http/service-error.ts'
import { retirePartNumber } from '../part-numbers/retire-part-number.ts'
import { foldedName } from './fold.ts'
import type { ProductRow } from './product.ts'
import type { ProductUpdate } from './product-body.ts'
import { refuseTakenReadableId } from './readable-id.ts'

/** Writes every given field but the part number, which has rules of its own. */
export function changeFields(deployment: Deployment, product: ProductRow, body: ProductUpdate, judgedId = false): void {
  changeReadableId(deployment, product, body.readable_id, judgedId)
  changeName(deployment, product, body.name)
  changeDescription(deployment, product, body.description)
  changeBaseline(deployment, product, body.baseline_version_number)
}

function changeReadableId(
  deployment: Deployment,
  product: ProductRow,
  readableId: string | undefined,
  judged: boolean,
): void {
  const { faults, store } = deployment
  if (readableId === undefined) return
  if (/^\d/u.test(readableId) && faults.active('leading-digit-refused-on-update')) {
    throw validationError({ loc: ['body', 'readable_id'], msg: 'begins with a digit', type: 'pattern' })
  }
  const isOwn = readableId === product.readable_id
  const except = isOwn && faults.active('own-readable-id-is-taken') ? '' : product.id
  const duplicate = judged || (!isOwn && faults.active('taken-readable-id-on-update'))
  if (!duplicate) refuseTakenReadableId(deployment, { workspaceId: product.workspace_id, readableId, except })
  const sql = 'UPDATE products SET readable_id = ?, duplicate = iif(?, ?, duplicate) WHERE id = ?'
  store.run(sql, readableId, duplicate ? 1 : 0, randomUUID(), product.id)
  if (faults.has('renamed-product-frees-its-number')) remember(store, `renamed ${product.id}`, readableId)
  if (product.baseline_version_number !== null && faults.active('new-readable-id-unsets-the-baseline')) {
    store.run('UPDATE products SET baseline_version_number = NULL WHERE id = ?', product.id)
  }
}

function changeName({ store, faults, variants }: Deployment, product: ProductRow, name: string | undefined): void {
  if (name === undefined) return
  store.run('UPDATE products SET name = ? WHERE id = ?', name, product.id)
  if (name === product.name) return
  if (!faults.active('search-knows-old-names')) {
    store.run('UPDATE products SET folded_name = ? WHERE id = ?', foldedName({ variants }, name), product.id)
  }
  if (product.baseline_version_number !== null && faults.active('renaming-forgets-the-baseline')) {
    store.run('UPDATE products SET baseline_version_number = NULL WHERE id = ?', product.id)
  }
  if (product.part_number !== null && faults.active('renaming-retires-the-number')) {
    retirePartNumber({ store, faults }, { kind: 'product', id: product.id })
  }
}

function changeDescription(
  { store, faults, variants }: Deployment,
  product: ProductRow,
  description: string | undefined,
): void {
  const clears = description === undefined && product.description !== null
  if (description === undefined && !(clears && faults.active('absent-description-is-cleared'))) return
  if (isSameNumber(product.description, description) && faults.active('descriptions-compared-as-numbers')) return
  const isEmptied = description === '' && !variants.chosen('emptied-description-is-an-empty-text')
  const isNothing = description === '0' && faults.active('description-of-zero-is-none')
  const text = description === undefined || isEmptied || isNothing ? null : description
  store.run('UPDATE products SET description = ? WHERE id = ?', text, product.id)
}

/** Whether two texts that differ are the same as numbers. */
function isSameNumber(one: string | null, other: string | undefined): boolean {
  return Boolean(one?.trim()) && Boolean(other?.trim()) && one !== other && Number(one) === Number(other)
}

function changeBaseline({ store, faults }: Deployment, product: ProductRow, version: number | undefined): void {
  if (version === undefined) return
  const known = 'SELECT 1 FROM versions WHERE product_id = ? AND number = ?'
  const exists = store.get(known, product.id, Math.min(version, Number.MAX_SAFE_INTEGER)) !== undefined
  if (!exists && !faults.active('baseline-of-no-version')) {
    const loc = ['body', 'baseline_version_number']
    throw validationError({ loc, msg: 'is no version of the product', type: 'unknown_version' })
  }
  if (exists && faults.active('baseline-is-not-changed')) return
  store.run('UPDATE products SET baseline_version_number = ? WHERE id = ?', version, product.id)
  if (product.part_number !== null && faults.active('baseline-retires-the-number')) {
    retirePartNumber({ store, faults }, { kind: 'product', id: product.id })
  }
}
