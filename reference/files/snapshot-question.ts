import type { Deployment } from '../deployment.ts'
import type { Caller } from '../http/caller.ts'
import type { Query } from '../http/query.ts'
import { validationError } from '../http/service-error.ts'
import { findProduct } from '../products/find-product.ts'
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
  const product = findProduct(deployment, { id, caller })
  const isBaseline = version === 'baseline'
  const number = isBaseline ? (product.baseline_version_number ?? undefined) : version
  return { productId: product.id, number, isBaseline }
}

function readVersion({ faults }: Deployment, query: Query): number | 'baseline' | undefined {
  const text = query.text('version')
  if (text === 'baseline' && faults.active('baseline-download-is-refused')) {
    throw validationError({ loc: ['query', 'version'], msg: 'is not an integer', type: 'int_parsing' })
  }
  const isReadable = text === undefined || /^(?:\d+|baseline|null)$/u.test(text)
  if (!isReadable && faults.active('strange-version-is-the-draft')) return undefined
  return query.version('version')
}

function insteadOfDraft({ store, faults }: Deployment, file: FileRow): SnapshotQuestion | undefined {
  const latest = store.get<{ number: number | null }>(
    'SELECT max(number) AS number FROM versions WHERE product_id = ?',
    file.product_id,
  )?.number
  if (typeof latest !== 'number' || !faults.active('draft-download-is-the-latest-version')) return undefined
  return { productId: file.product_id, number: latest, isBaseline: false }
}
