import { isRecord } from '../changes/answers.ts'
import type { RequestChange, Sent } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { requestsOf } from '../changes/requests.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { broken } from '../../reference/service/http/service-error.ts'
import { snapshotFiles } from '../../reference/service/files/snapshot-files.ts'
import { bytesSent } from './downloaded.ts'
import { defineFaults } from './fault.ts'

/** Faults in which version of a file a download gives. */
export const downloadVersionFaults = defineFaults({
  'numbered-snapshot-is-cut': {
    title: 'drops the last byte of the snapshot of a numbered version',
    breaks: ['DL-06'],
    changes: [
      bytesSent((bytes, query) => (/^\d+$/u.test(query.text('version') ?? '') ? bytes.subarray(0, -1) : bytes)),
    ],
  },
  'files-of-properties-have-no-snapshot': {
    title: 'keeps no snapshot of files that are linked to properties',
    breaks: ['DL-06'],
    changes: [
      replace(snapshotFiles, (sound) => (deployment, version) => {
        sound(deployment, version)
        const linked = 'SELECT file_id FROM file_links WHERE property_id IS NOT NULL'
        deployment.store.run(`DELETE FROM version_files WHERE version_id = ? AND file_id IN (${linked})`, version.id)
      }),
    ],
  },
  'draft-download-is-the-latest-version': {
    title: 'returns the file of the latest version instead of the draft, and 404 for a newer file',
    breaks: ['DL-05'],
    changes: [
      asked(({ query, id }, { store }) => {
        const latest = store.get<{ product_id: string; number: number }>(
          `SELECT versions.product_id, max(number) AS number FROM versions JOIN files USING (product_id)
           WHERE files.id = ? GROUP BY versions.product_id`,
          id,
        )
        const isDraft = query['version'] === undefined && latest !== undefined
        return isDraft ? { ...query, product_id: latest.product_id, version: String(latest.number) } : query
      }),
    ],
  },
  'baseline-download-is-refused': {
    title: 'rejects `baseline` as the version of a download',
    breaks: ['DL-07'],
    changes: [asked(({ query }) => (query['version'] === 'baseline' ? { ...query, version: 'unknown' } : query))],
  },
  'baseline-download-is-the-latest-version': {
    title: 'treats baseline as the latest version in a download',
    breaks: ['DL-07'],
    changes: [
      asked(({ query, productId }, { store }) => {
        const sql = 'SELECT max(number) AS number FROM versions WHERE product_id = ?'
        const latest = store.get<{ number: number | null }>(sql, productId)?.number ?? null
        return query['version'] === 'baseline' && latest !== null ? { ...query, version: String(latest) } : query
      }),
    ],
  },
  'download-of-an-unset-baseline-breaks': {
    title: 'returns 500 for a download in the baseline if there is none',
    breaks: ['ERR-15'],
    changes: [
      asked(({ query, productId }, { store }) => {
        const sql = 'SELECT 1 FROM products WHERE id = ? AND baseline_version_number IS NULL'
        if (query['version'] === 'baseline' && store.get(sql, productId) !== undefined) throw broken()
        return query
      }),
    ],
  },
  'version-without-product-is-the-draft': {
    title: 'returns the draft for a version without product_id',
    breaks: ['DL-08'],
    changes: [draftWhere(({ productId }) => productId === '')],
  },
  'strange-version-is-the-draft': {
    title: 'returns the draft for a version that is neither integer nor baseline',
    breaks: ['DL-09'],
    changes: [draftWhere(({ version }) => !/^(?:-?\d+|baseline|null)$/u.test(version))],
  },
  'version-below-zero-is-the-draft': {
    title: 'returns the draft for version -1',
    breaks: ['DL-15'],
    changes: [draftWhere(({ version }) => version === '-1')],
  },
  'unknown-product-gives-the-draft': {
    title: 'returns the draft for a version of an unknown product',
    breaks: ['DL-15'],
    changes: [
      draftWhere(
        ({ productId }, { store }) =>
          productId !== '' && store.get('SELECT 1 FROM products WHERE id = ?', productId) === undefined,
      ),
    ],
  },
  'unknown-version-is-the-draft': {
    title: 'returns the draft for a version that does not exist',
    breaks: ['DL-15'],
    changes: [
      draftWhere(
        ({ productId, version }, { store }) =>
          /^\d+$/u.test(version) &&
          store.get('SELECT 1 FROM products WHERE id = ?', productId) !== undefined &&
          store.get('SELECT 1 FROM versions WHERE product_id = ? AND number = ?', productId, version) === undefined,
      ),
    ],
  },
  'version-of-a-product-without-any-is-the-draft': {
    title: 'returns the draft for any version of a product that was never published',
    breaks: ['DL-15'],
    changes: [
      draftWhere(
        ({ productId, version }, { store }) =>
          /^-?\d+$/u.test(version) &&
          store.get('SELECT 1 FROM products WHERE id = ?', productId) !== undefined &&
          store.get('SELECT 1 FROM versions WHERE product_id = ?', productId) === undefined,
      ),
    ],
  },
  'missing-snapshot-is-the-draft': {
    title: 'returns the draft if the version does not have the file',
    breaks: ['DL-15'],
    changes: [draftWhere((question, deployment) => isMissing(question, deployment, question.version))],
  },
  'missing-snapshot-of-the-baseline-is-the-draft': {
    title: 'returns the draft of a file that is not in the baseline',
    breaks: ['DL-15'],
    changes: [
      draftWhere((question, deployment) => {
        const sql = 'SELECT baseline_version_number AS number FROM products WHERE id = ?'
        const baseline = deployment.store.get<{ number: number | null }>(sql, question.productId)?.number ?? null
        return question.version === 'baseline' && baseline !== null && isMissing(question, deployment, String(baseline))
      }),
    ],
  },
})

/** What a download is asked with; a text that is missing is empty. */
interface DownloadQuestion {
  readonly id: string
  readonly productId: string
  readonly version: string
  readonly query: Sent['query']
}

function asked(change: (question: DownloadQuestion, deployment: Deployment) => Sent['query']): RequestChange {
  return requestsOf(['GET /files/:id/download'], (sent, deployment) => {
    const { params } = sent.request
    const id = isRecord(params) ? String(params['id']).toLowerCase() : ''
    const { version = '', product_id = '' } = sent.query
    const question = { id, version: String(version), productId: String(product_id).toLowerCase(), query: sent.query }
    return { ...sent, query: change(question, deployment) }
  })
}

/** Returns the draft for some of the questions for a version. */
function draftWhere(isAccepted: (question: DownloadQuestion, deployment: Deployment) => boolean): RequestChange {
  return asked((question, deployment) => {
    const { version, ...others } = question.query
    return version !== undefined && isAccepted(question, deployment) ? others : question.query
  })
}

/** Whether the product has this version, and the version does not have the file. */
function isMissing({ id, productId }: DownloadQuestion, { store }: Deployment, number: string): boolean {
  const version = store.get<{ id: string }>(
    'SELECT id FROM versions WHERE product_id = ? AND number = ?',
    productId,
    number,
  )
  if (version === undefined) return false
  return store.get('SELECT 1 FROM version_files WHERE version_id = ? AND file_id = ?', version.id, id) === undefined
}
