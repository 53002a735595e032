import { answersOf, isRecord, type JsonRecord, withEntries } from '../changes/answers.ts'
import type { AnswerChange } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { removeItem } from '../../reference/service/items/delete-item.ts'
import { changeItem } from '../../reference/service/items/update-item.ts'
import { changeBaseline, touchProduct } from '../../reference/service/products/update-product.ts'
import { changeProperty } from '../../reference/service/properties/update-property.ts'
import { defineFaults } from './fault.ts'

/** Faults that one way to see a record shows, and the others do not. */
export const recordViewFaults = defineFaults({
  'listed-products-have-no-owner': {
    title: 'lists products with null as their owner',
    breaks: ['PROD-13'],
    changes: [listed('products', ({ owner }) => (owner === null ? {} : { owner: null }))],
  },
  'listed-products-have-no-status': {
    title: 'lists products with null as their status',
    breaks: ['PROD-10'],
    changes: [listed('products', ({ status }) => (isRecord(status) ? { status: null } : {}))],
  },
  'listed-products-show-the-start-of-their-description': {
    title: 'lists products with the first 80 characters of their descriptions',
    breaks: ['PROD-32'],
    changes: [
      listed('products', ({ description }) =>
        typeof description === 'string' ? { description: description.slice(0, 80) } : {},
      ),
    ],
  },
  'listed-products-keep-their-first-description': {
    title: 'lists a product with the description that it had when it was first listed',
    breaks: ['PROD-41'],
    changes: [listsFirst('products', 'description')],
  },
  'listed-products-keep-their-first-baseline': {
    title: 'lists a product with the first baseline that was chosen',
    breaks: ['PROD-41'],
    changes: [
      replace(changeBaseline, (sound) => (deployment, before, version) => {
        sound(deployment, before, version)
        const isFirst = recall(deployment, `chosen ${before.id}`) === undefined
        if (version !== undefined && isFirst) remember(deployment, `chosen ${before.id}`, version)
      }),
      answersOf({ routes: ['GET /products'] }, (answer, deployment) =>
        withEntries(answer, (entry) => {
          const chosen = recall(deployment, `chosen ${String(entry['id'])}`)
          return chosen === undefined ? entry : { ...entry, baseline_version_number: chosen.value }
        }),
      ),
    ],
  },
  'listed-files-keep-their-first-title': {
    title: 'lists a file with the title that it had when it was first listed',
    breaks: ['FILE-14'],
    changes: [listsFirst('files', 'userTitle')],
  },
  'listed-files-keep-their-first-description': {
    title: 'lists a file with the description that it had when it was first listed',
    breaks: ['FILE-15', 'FILE-16'],
    changes: [listsFirst('files', 'description')],
  },
  'cleared-descriptions-are-listed-as-null': {
    title: 'lists the word null for a file without a description',
    breaks: ['FILE-16'],
    changes: [listed('files', ({ description }) => ((description ?? '') === '' ? { description: 'null' } : {}))],
  },
  'property-update-drops-references-of-its-neighbours': {
    title: 'drops the references of all other properties of an item when one is updated',
    breaks: ['PROP-33'],
    changes: [
      replace(changeProperty, (sound) => (deployment, before, body) => {
        sound(deployment, before, body)
        const sql = "UPDATE properties SET source_references = '[]' WHERE item_id = ? AND id <> ?"
        deployment.store.run(sql, before.item_id, before.id)
      }),
    ],
  },
  'properties-listed-by-type-keep-their-first-value': {
    title: 'caches the value of properties in lists by type',
    breaks: ['PROP-26'],
    changes: [
      answersOf({ routes: ['GET /properties'] }, (answer, deployment) => {
        const type = new URL(answer.request.url, 'http://localhost').searchParams.get('type')
        if (type === null) return answer
        return withEntries(answer, (entry) => firstShown(deployment, 'typed', entry, 'value'))
      }),
    ],
  },
  'hinted-read-keeps-the-first-name': {
    title: 'caches the name of properties in reads by id and type',
    breaks: ['PROP-28'],
    changes: [
      answersOf({ routes: ['POST /properties'] }, (answer, deployment) => {
        if (isRecord(answer.json)) remember(deployment, `created ${String(answer.json['id'])}`, answer.json['name'])
        return answer
      }),
      answersOf({ routes: ['GET /properties/:property_id'] }, (answer, deployment) => {
        const query = new URL(answer.request.url, 'http://localhost').searchParams
        if (!query.has('type') || query.has('version') || !isRecord(answer.json)) return answer
        const created = recall(deployment, `created ${String(answer.json['id'])}`)
        return created === undefined ? answer : { ...answer, json: { ...answer.json, name: created.value } }
      }),
    ],
  },
  'hinted-read-stays-as-it-was-first': {
    title: 'caches the value of properties in reads by id and type',
    breaks: ['PROP-28'],
    changes: [
      answersOf({ routes: ['GET /properties/:property_id'] }, (answer, deployment) => {
        const query = new URL(answer.request.url, 'http://localhost').searchParams
        if (!query.has('type') || query.has('version')) return answer
        return withEntries(answer, (record) => firstShown(deployment, 'hinted', record, 'value'))
      }),
    ],
  },
  'living-files-are-listed-as-deleted': {
    title: 'lists existing files as deleted',
    breaks: ['FILE-22'],
    changes: [listed('files', () => ({ deleted: true }))],
  },
  'updated-file-is-answered-as-deleted': {
    title: 'returns a file as deleted in the answer to an update',
    breaks: ['FILE-22'],
    changes: [
      answersOf({ routes: ['PATCH /files/:id'] }, (answer) =>
        withEntries(answer, (file) => ({ ...file, deleted: true })),
      ),
    ],
  },
  'files-of-properties-have-the-generic-type': {
    title: 'returns the generic binary type for files of properties',
    breaks: ['UP-20'],
    changes: [
      answersOf({ routes: ['POST /files/:id', 'GET /files', 'GET /files/:id', 'PATCH /files/:id'] }, (answer) =>
        withEntries(answer, (file) =>
          isOfProperty(file) ? { ...file, content_type: 'application/octet-stream' } : file,
        ),
      ),
    ],
  },
  'files-of-properties-have-no-size': {
    title: 'returns a size of zero for files of properties',
    breaks: ['UP-20'],
    changes: [
      answersOf({ routes: ['POST /files/:id', 'GET /files', 'GET /files/:id', 'PATCH /files/:id'] }, (answer) =>
        withEntries(answer, (file) => (isOfProperty(file) ? { ...file, size_bytes: 0 } : file)),
      ),
    ],
  },
  'baseline-leaves-the-time': {
    title: 'does not change updatedAt when another baseline is chosen',
    breaks: ['PROD-50'],
    changes: [
      replace(touchProduct, (sound) => (deployment, before, caller) => {
        const sql = 'SELECT baseline_version_number AS number FROM products WHERE id = ?'
        const now = deployment.store.get<{ number: number | null }>(sql, before.id)?.number
        if (now === before.baseline_version_number) sound(deployment, before, caller)
      }),
    ],
  },
  'item-deletion-takes-properties-of-its-neighbours': {
    title: "deletes an item and also the properties of the product's other items",
    breaks: ['ITEM-07'],
    changes: [
      replace(removeItem, (sound) => (deployment, item) => {
        sound(deployment, item)
        const sql =
          "DELETE FROM properties WHERE type = 'date' AND item_id IN (SELECT id FROM items WHERE product_id = ?)"
        deployment.store.run(sql, item.product_id)
      }),
    ],
  },
  'item-deletion-takes-files-of-its-neighbours': {
    title: "deletes an item and also the files of the product's other items",
    breaks: ['ITEM-07'],
    changes: [
      replace(removeItem, (sound) => (deployment, item) => {
        sound(deployment, item)
        deployment.store.run('UPDATE files SET deleted = 1 WHERE product_id = ?', item.product_id)
      }),
    ],
  },
  'list-of-files-lags-behind-updates': {
    title: 'lists the old file for a second after an update',
    breaks: ['GEN-06'],
    byTheClock: true,
    changes: [
      answersOf({ routes: ['POST /files/:id', 'PATCH /files/:id'] }, (answer, deployment) => {
        if (!isRecord(answer.json)) return answer
        const key = `titles of file ${String(answer.json['id'])}`
        const before = recall<readonly unknown[]>(deployment, key)?.value ?? []
        remember(deployment, key, [before.at(-1), answer.json['userTitle']])
        return answer
      }),
      answersOf({ routes: ['GET /files'] }, (answer, deployment) =>
        withEntries(answer, (file) => {
          const titles = recall<readonly unknown[]>(deployment, `titles of file ${String(file['id'])}`)
          const [before] = titles !== undefined && Date.now() - titles.at < 1000 ? titles.value : []
          return before === undefined ? file : { ...file, userTitle: before }
        }),
      ),
    ],
  },
  'item-update-changes-its-neighbours': {
    title: "updates the description of an item and also of the product's other items",
    breaks: ['ITEM-06'],
    changes: [
      replace(changeItem, (sound) => (deployment, before, body) => {
        sound(deployment, before, body)
        if (body.description === undefined) return
        const sql = 'UPDATE items SET description = ? WHERE product_id = ?'
        deployment.store.run(sql, body.description, before.product_id)
      }),
    ],
  },
})

function isOfProperty({ used_in: usages }: JsonRecord): boolean {
  return Array.isArray(usages) && usages.some((usage) => isRecord(usage) && usage['target_type'] === 'property')
}

/** The entries of a list are shown otherwise. */
function listed(list: 'products' | 'files', change: (entry: JsonRecord) => JsonRecord): AnswerChange {
  return answersOf({ routes: [`GET /${list}`] }, (answer) =>
    withEntries(answer, (entry) => ({ ...entry, ...change(entry) })),
  )
}

/** The entries of a list keep what a field was when it was listed first. */
function listsFirst(list: 'products' | 'files', field: string): AnswerChange {
  return answersOf({ routes: [`GET /${list}`] }, (answer, deployment) =>
    withEntries(answer, (entry) => firstShown(deployment, list, entry, field)),
  )
}

function firstShown(
  deployment: Parameters<typeof recall>[0],
  place: string,
  entry: JsonRecord,
  field: string,
): JsonRecord {
  const key = `first ${field} of ${place} ${String(entry['id'])}`
  const first = recall(deployment, key)
  if (first !== undefined) return { ...entry, [field]: first.value }
  remember(deployment, key, entry[field])
  return entry
}
