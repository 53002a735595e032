import type { Deployment } from '../deployment.ts'
import type { Caller } from '../http/caller.ts'
import type { Query } from '../http/query.ts'
import { validationError } from '../http/service-error.ts'
import { findProduct, productRow } from '../products/find-product.ts'
import type { Store } from '../store/store.ts'
import type { FileRow } from './file.ts'

/** Which version of which product; `number` is undefined where a baseline is asked for and none was chosen. */
export interface SnapshotQuestion {
  readonly productId: string
  readonly number: number | undefined
  readonly isBaseline: boolean
}

/** A download as it was asked for. */
export interface AskedDownload {
  readonly file: FileRow
  readonly query: Query
  readonly caller: Caller
}

/** What a download's query asks for; undefined for the draft, where `product_id` does not matter. */
export function snapshotQuestion(
  deployment: Deployment,
  { file, query, caller }: AskedDownload,
): SnapshotQuestion | undefined {
  const version = readVersion(deployment, query)
  if (version === undefined) return insteadOfDraft(deployment, file)
  const id = query.text('product_id')
  if (id === undefined || id === '') {
    if (deployment.faults.active('version-without-product-is-the-draft')) return undefined
    throw validationError({ loc: ['query', 'product_id'], msg: 'is required with a version', type: 'missing' })
  }
  const isUnknown = productRow(deployment, id) === undefined
  if (isUnknown && deployment.faults.active('unknown-product-gives-the-draft')) return undefined
  const product = findProduct(deployment, { id, caller })
  const isBaseline = version === 'baseline'
  const number = isBaseline ? baselineOf(deployment, product) : version
  return { productId: product.id, number, isBaseline }
}

function baselineOf(
  { store, faults }: Deployment,
  product: { readonly id: string; readonly baseline_version_number: number | null },
): number | undefined {
  const latest = latestOf(store, product.id)
  const isLater = latest !== undefined && latest !== product.baseline_version_number
  if (isLater && faults.active('baseline-download-is-the-latest-version')) return latest
  return product.baseline_version_number ?? undefined
}

function readVersion({ faults }: Deployment, query: Query): number | 'baseline' | undefined {
  const text = query.text('version')
  if (text === 'baseline' && faults.active('baseline-download-is-refused')) {
    throw validationError({ loc: ['query', 'version'], msg: 'is not an integer', type: 'int_parsing' })
  }
  if (text === '0' && faults.active('version-zero-is-the-draft')) return undefined
  const isReadable = text === undefined || /^(?:-?\d+|baseline|null)$/u.test(text)
  if (!isReadable && faults.active('strange-version-is-the-draft')) return undefined
  return query.version('version')
}

function insteadOfDraft({ store, faults }: Deployment, file: FileRow): SnapshotQuestion | undefined {
  const latest = latestOf(store, file.product_id)
  if (latest === undefined || !faults.active('draft-download-is-the-latest-version')) return undefined
  return { productId: file.product_id, number: latest, isBaseline: false }
}

function latestOf(store: Store, productId: string): number | undefined {
  const sql = 'SELECT max(number) AS number FROM versions WHERE product_id = ?'
  return store.get<{ number: number | null }>(sql, productId)?.number ?? undefined
}
