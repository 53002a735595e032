import { randomUUID } from 'node:crypto'
import type { Deployment } from '../deployment.ts'
import { recall } from '../../faults/fault-memory.ts'
import { conflict, invalidRequest } from '../http/service-error.ts'

/** A readable id that a product is to have in a workspace. */
export interface ReadableIdWish {
  readonly workspaceId: string
  readonly readableId: string
  /** The product that may have it already. */
  readonly except?: string
}

/** Refuses a readable id that another product of the workspace has. */
export function refuseTakenReadableId(deployment: Deployment, wish: ReadableIdWish): void {
  const { faults, variants } = deployment
  if (!isTaken(deployment, wish)) return
  if (variants.chosen('taken-readable-id-is-a-400'))
    throw invalidRequest('the readable_id is taken', 'readable_id_taken')
  if (faults.active('code-with-blanks')) throw conflict('readable id taken', 'the readable id is taken')
  if (faults.active('message-shows-a-stack')) throw conflict('readable_id_taken', complaint)
  if (faults.active('message-shows-an-exception')) throw conflict('readable_id_taken', exception)
  throw conflict('readable_id_taken', 'another product of the workspace has this readable_id')
}

/** The readable id that a new product gets: the one that is wished for, unless it is taken. */
export function freeReadableId(deployment: Deployment, wish: ReadableIdWish, judged: boolean): string {
  if (judged) return wish.readableId
  const suffixed = `${wish.readableId}_${randomUUID().slice(0, 8)}`
  if (isTaken(deployment, wish) && deployment.faults.active('taken-readable-id-gets-a-suffix')) return suffixed
  refuseTakenReadableId(deployment, wish)
  return wish.readableId
}

function isTaken({ store, faults, variants }: Deployment, wish: ReadableIdWish): boolean {
  const { workspaceId, readableId, except = '' } = wish
  if (variants.chosen('readable-id-stays-taken-after-deletion')) {
    if (recall(store, `taken ${workspaceId} ${readableId}`) !== undefined) return true
  }
  const here = store.get(
    'SELECT 1 FROM products WHERE gone = 0 AND workspace_id = ? AND readable_id = ? AND id <> ?',
    workspaceId,
    readableId,
    except,
  )
  if (here === undefined && isTakenLoosely({ store, faults }, wish)) return true
  if (here !== undefined || !faults.has('readable-id-unique-in-the-organization')) return here !== undefined
  const sql = `SELECT 1 FROM products JOIN workspaces ON workspaces.id = products.workspace_id
    WHERE gone = 0 AND products.readable_id = ? AND products.id <> ?
    AND organization_id = (SELECT organization_id FROM workspaces WHERE id = ?)`
  const elsewhere = store.get(sql, readableId, except, workspaceId) !== undefined
  return elsewhere && faults.active('readable-id-unique-in-the-organization')
}

const organization = (id: string): string => `(SELECT organization_id FROM workspaces WHERE id = ${id})`

/** Faults that look at more, or at less, than the workspace and the whole readable id. */
function isTakenLoosely({ store, faults }: Pick<Deployment, 'store' | 'faults'>, wish: ReadableIdWish): boolean {
  const { workspaceId, readableId, except = '' } = wish
  const others = 'SELECT 1 FROM products WHERE gone = 0 AND id <> ?'
  const isCut =
    faults.has('readable-ids-compared-up-to-64-characters') &&
    store.get(
      `${others} AND workspace_id = ? AND substr(readable_id, 1, 64) = ?`,
      except,
      workspaceId,
      readableId.slice(0, 64),
    ) !== undefined
  if (isCut && faults.active('readable-ids-compared-up-to-64-characters')) return true
  if (!faults.has('readable-id-unique-over-organizations')) return false
  const sql = `${others} AND readable_id = ? AND ${organization('workspace_id')} <> ${organization('?')}`
  const isAnywhere = store.get(sql, except, readableId, workspaceId) !== undefined
  return isAnywhere && faults.active('readable-id-unique-over-organizations')
}

const complaint =
  'SqliteError: UNIQUE constraint failed: products.workspace_id, products.readable_id\n    at insertProduct (/srv/service/products/insert-product.ts:22:9)'

const exception = 'org.hibernate.exception.ConstraintViolationException: could not execute statement'
