import { randomUUID } from 'node:crypto'
import { answers, answersOf, isRecord, withEachRecord } from '../changes/answers.ts'
import type { Answer, AnswerChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { fileConditions } from '../../reference/service/files/list-files.ts'
import { defineFaults } from './fault.ts'

/** Faults in the records of files, and in which files are listed. */
export const fileRecordFaults = defineFaults({
  'unset-description-is-false': {
    title: 'returns false for an unset description in the file list',
    breaks: ['FILE-02'],
    changes: [listed(({ description }) => description === null && { description: false })],
  },
  'listed-upload-time-in-unix-seconds': {
    title: 'returns upload times in Unix seconds in the file list',
    breaks: ['FILE-04', 'GEN-03'],
    changes: [listed(({ uploadedAt }) => ({ uploadedAt: Math.floor(Date.parse(String(uploadedAt)) / 1000) }))],
  },
  'file-list-lost-the-user-title': {
    title: 'omits `userTitle` from the file list',
    breaks: ['FILE-10'],
    changes: [listed(() => ({ userTitle: undefined }))],
  },
  'file-list-lost-the-description': {
    title: 'omits descriptions from the file list',
    breaks: ['FILE-10'],
    changes: [listed(({ description }) => description !== null && { description: undefined })],
  },
  'listed-files-show-the-start-of-their-description': {
    title: 'lists files with the first 80 characters of their descriptions',
    breaks: ['FILE-15'],
    changes: [
      listed(({ description }) => typeof description === 'string' && { description: description.slice(0, 80) }),
    ],
  },
  'file-list-shows-paths': {
    title: 'adds `file_path` to the file list',
    breaks: ['FILE-11'],
    changes: [listed(({ id }) => ({ file_path: `stored/${String(id)}` }))],
  },
  'target-type-with-a-capital': {
    title: 'spells the target type `Item` in the file list',
    breaks: ['FILE-07'],
    changes: [usagesIn('GET /files', ({ target_type }) => target_type === 'item' && { target_type: 'Item' })],
  },
  'link-ids-are-made-up-on-each-read': {
    title: 'returns other link ids on each read of a file',
    breaks: ['FILE-09'],
    changes: [usagesIn('GET /files/:id', () => ({ file_link_id: randomUUID() }))],
  },
  'file-by-id-without-links': {
    title: 'returns no links for a file that is read by id',
    breaks: ['FILE-09'],
    changes: [shownIn('GET /files/:id', () => ({ used_in: [] }))],
  },
  'links-of-properties-in-the-upload-only': {
    title: 'returns the links to properties in the answer to an upload, and in no later answer; lists show no links',
    breaks: ['FILE-09'],
    changes: [
      listed(() => ({ used_in: undefined })),
      shownIn('GET /files/:id', ({ used_in: usages }) => ({
        used_in: Array.isArray(usages) ? usages.filter((usage) => usage?.['target_type'] === 'item') : usages,
      })),
    ],
  },
  'file-by-id-shows-title': {
    title: 'adds `title` to a file that is read by id',
    breaks: ['FILE-12'],
    changes: [shownIn('GET /files/:id', ({ userTitle }) => ({ title: userTitle }))],
  },
  'item-usage-has-a-property-type': {
    title: "returns text as the property type of an item's link when the file is read by id",
    breaks: ['FILE-08'],
    changes: [usagesIn('GET /files/:id', ({ target_type }) => target_type === 'item' && { property_type: 'text' })],
  },
  'status-passes-for-text-once-it-is-linked': {
    title: 'returns text as the type of a status property in the links of a file that is read by id',
    breaks: ['UP-04'],
    changes: [
      usagesIn('GET /files/:id', ({ property_type }) => property_type === 'status' && { property_type: 'text' }),
    ],
  },
  'upload-answer-shows-the-path': {
    title: 'adds `file_path` to the answer to an upload',
    breaks: ['FILE-11'],
    changes: [shownIn('POST /files/:id', ({ id }) => ({ file_path: `stored/${String(id)}` }))],
  },
  'item-upload-has-a-property-type': {
    title: 'returns an empty property type for the new link of an item',
    breaks: ['UP-03', 'FILE-08'],
    changes: [usagesIn('POST /files/:id', ({ target_type }) => target_type === 'item' && { property_type: '' })],
  },
  'matrix-passes-for-text': {
    title: 'returns text as the property type for the new link of a matrix',
    breaks: ['UP-04'],
    changes: [
      usagesIn('POST /files/:id', ({ property_type }) => property_type === 'matrix' && { property_type: 'text' }),
    ],
  },
  'formula-target-has-no-type': {
    title: 'returns no property type for the new link of a formula',
    breaks: ['UP-04'],
    changes: [
      usagesIn('POST /files/:id', ({ property_type }) => property_type === 'formula' && { property_type: null }),
    ],
  },
  'titled-upload-has-another-link': {
    title: 'invents the id of the new link in the answer to an upload with a title',
    breaks: ['UP-02'],
    changes: [
      shownIn('POST /files/:id', ({ userTitle, name, used_in: usages }) => ({
        used_in:
          userTitle !== name && Array.isArray(usages)
            ? usages.map((usage) => (isRecord(usage) ? { ...usage, file_link_id: randomUUID() } : usage))
            : usages,
      })),
    ],
  },
  'upload-to-a-date-has-another-link': {
    title: 'invents the id of the new link in the answer to an upload to a date property',
    breaks: ['UP-02'],
    changes: [
      usagesIn('POST /files/:id', ({ property_type }) => property_type === 'date' && { file_link_id: randomUUID() }),
    ],
  },
  'new-link-names-the-workspace': {
    title: 'returns the workspace id as the product id of the new link',
    breaks: ['UP-02'],
    changes: [
      usagesIn('POST /files/:id', ({ product_id }, { store }) => ({
        product_id: store.get<{ id: string }>(
          'SELECT workspace_id AS id FROM products WHERE id = ?',
          String(product_id),
        )?.id,
      })),
    ],
  },
  'update-answer-forgets-the-links': {
    title: 'answers an update of a file without its links',
    breaks: ['FILE-19'],
    changes: [shownIn('PATCH /files/:id', () => ({ used_in: [] }))],
  },
  'update-answer-without-legacy-name': {
    title: 'omits the legacy `name` from the answer to a file update',
    breaks: ['FILE-01'],
    changes: [shownIn('PATCH /files/:id', () => ({ name: undefined }))],
  },
  'size-in-whole-kilobytes': {
    title: 'returns sizes rounded up to whole kilobytes',
    breaks: ['UP-20'],
    changes: [
      shown(({ size_bytes }) => size_bytes !== null && { size_bytes: Math.ceil(Number(size_bytes) / 1024) * 1024 }),
    ],
  },
  'file-names-are-ascii': {
    title: 'replaces non-ASCII characters of a file name by question marks in its record',
    breaks: ['UP-20'],
    changes: [
      shown(({ originalFileName }) => {
        const plain = String(originalFileName).replaceAll(/[^\u0020-\u007e]/gu, '?')
        return { name: plain, originalFileName: plain }
      }),
    ],
  },
  'binary-files-are-not-listed': {
    title: 'omits files of the generic binary type from the file list',
    breaks: ['FILE-13'],
    changes: [listedOnlyIf("files.content_type IS NOT 'application/octet-stream'")],
  },
  'allowed-duplicates-are-not-listed': {
    title: 'omits duplicates of other files from the file list',
    breaks: ['FILE-13'],
    changes: [
      listedOnlyIf(`NOT EXISTS (SELECT 1 FROM files AS earlier WHERE earlier.sequence < files.sequence AND earlier.deleted = 0
        AND earlier.workspace_id = files.workspace_id AND earlier.size_bytes = files.size_bytes
        AND earlier.content_type = files.content_type)`),
    ],
  },
  'files-of-properties-are-not-listed': {
    title: 'omits files of properties from the file list',
    breaks: ['FILE-13'],
    changes: [listedOnlyIf('EXISTS (SELECT 1 FROM file_links WHERE file_id = files.id AND item_id IS NOT NULL)')],
  },
})

type JsonRecord = Readonly<Record<string, unknown>>

/** The fields of a record that are shown otherwise, undefined for one that is left out; false if all is as it was. */
type Shown = (record: JsonRecord, deployment: Deployment) => JsonRecord | false

/** Records of files in the answers of every route. */
function shown(change: Shown): AnswerChange {
  return answers((answer, deployment) => withFiles(answer, deployment, change))
}

/** Records of files in the answers of one route. */
function shownIn(route: string, change: Shown): AnswerChange {
  return answersOf({ routes: [route] }, (answer, deployment) => withFiles(answer, deployment, change))
}

function listed(change: Shown): AnswerChange {
  return shownIn('GET /files', change)
}

/** The entries of `used_in` in the answers of one route. */
function usagesIn(route: string, change: Shown): AnswerChange {
  return answersOf({ routes: [route] }, (answer, deployment) =>
    withEachRecord(answer, (record) =>
      'file_link_id' in record ? { ...record, ...change(record, deployment) } : record,
    ),
  )
}

function withFiles(answer: Answer, deployment: Deployment, change: Shown): Answer {
  return withEachRecord(answer, (record) =>
    'used_in' in record ? { ...record, ...change(record, deployment) } : record,
  )
}

function listedOnlyIf(sql: string): ReturnType<typeof replace> {
  return replace(fileConditions, (sound) => (deployment, request) => [
    ...sound(deployment, request),
    { sql, values: [] },
  ])
}
