import { answersOf, isRecord, type JsonRecord, withEntries } from '../changes/answers.ts'
import type { AnswerChange } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { usagesOf } from '../../reference/service/files/file-usage.ts'
import { linkFile } from '../../reference/service/files/link-file.ts'
import { removeItem } from '../../reference/service/items/delete-item.ts'
import { defineFaults } from './fault.ts'

const views = ['GET /files/:id', 'PATCH /files/:id', 'GET /files']

/** Faults in what the links of a file show. */
export const fileLinkFaults = defineFaults({
  'links-of-deleted-items-stay': {
    title: 'still shows the links of a file to a deleted item and to its properties',
    breaks: ['FILE-09'],
    changes: [
      replace(removeItem, (sound) => (deployment, item) => {
        const ofItem = 'item_id = ?1 OR property_id IN (SELECT id FROM properties WHERE item_id = ?1)'
        const sql = `SELECT DISTINCT file_id AS id FROM file_links WHERE ${ofItem}`
        for (const { id } of deployment.store.all<{ id: string }>(sql, item.id))
          remember(deployment, `links of ${id}`, usagesOf(deployment, id))
        sound(deployment, item)
      }),
      answersOf({ routes: views }, (answer, deployment) =>
        withEntries(answer, (record) => {
          const links = recall<readonly JsonRecord[]>(deployment, `links of ${String(record['id'])}`)?.value
          return links === undefined ? record : { ...record, used_in: links, deleted: false }
        }),
      ),
    ],
  },
  'upload-calls-dates-texts': {
    title: 'returns text as the type of a date property in the answer to an upload',
    breaks: ['UP-04'],
    changes: [typeIn('POST /files/:id', (type) => (type === 'date' ? 'text' : type))],
  },
  'type-of-a-link-missing-by-id': {
    title: 'returns null as the property type in the links of a file that is read by id',
    breaks: ['UP-04'],
    changes: [typeIn('GET /files/:id', () => null)],
  },
  'type-of-a-link-missing-after-an-update': {
    title: 'returns null as the property type in the links of an updated file',
    breaks: ['UP-04'],
    changes: [typeIn('PATCH /files/:id', () => null)],
  },
  'type-of-a-link-is-another-one-in-the-list': {
    title: 'returns text as the type of a status property in the links of listed files',
    breaks: ['UP-04'],
    changes: [typeIn('GET /files', (type) => (type === 'status' ? 'text' : type))],
  },
  'links-to-matrices-are-numeric': {
    title: 'returns numeric as the type of a matrix in the links of files',
    breaks: ['UP-04'],
    changes: [
      replace(linkFile, (sound) => (deployment, id, target) => {
        const isMatrix = target.property_type === 'matrix'
        sound(deployment, id, isMatrix ? { ...target, property_type: 'numeric' } : target)
      }),
    ],
  },
})

/** The links to properties in the answers of a route name another type. */
function typeIn(route: string, change: (type: unknown) => unknown): AnswerChange {
  return answersOf({ routes: [route] }, (answer) =>
    withEntries(answer, (record) => {
      const links: unknown = record['used_in']
      if (!Array.isArray(links)) return record
      const changed = links.map((link: unknown) =>
        isRecord(link) && link['target_type'] === 'property'
          ? { ...link, property_type: change(link['property_type']) }
          : link,
      )
      return { ...record, used_in: changed }
    }),
  )
}
