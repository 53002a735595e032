import { answersOf, withEachRecord } from '../changes/answers.ts'
import type { RuleChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { removeItem } from '../../reference/service/items/delete-item.ts'
import { showItem } from '../../reference/service/items/item.ts'
import { retirePartNumber } from '../../reference/service/part-numbers/retire-part-number.ts'
import { addProperty } from '../../reference/service/properties/create-property.ts'
import { deleteProperty } from '../../reference/service/properties/delete-property.ts'
import { findProperty } from '../../reference/service/properties/find-property.ts'
import { showProperty } from '../../reference/service/properties/property.ts'
import { changeProperty } from '../../reference/service/properties/update-property.ts'
import { defineVariants } from './variant.ts'

const scanMs = 150

/** Lawful differences in what a write shows in the records beside and above the written one. */
export const neighbourVariants = defineVariants({
  'properties-move-with-their-neighbours': {
    title: 'changes updatedAt of all properties of an item with each write to one of them',
    latitude: 'the contract does not say what changes updatedAt',
    touches: ['PROP-38', 'PROP-33', 'GEN-04'],
    changes: writesOfProperties((deployment, itemId) => {
      const sql = 'UPDATE properties SET updated_at = max(updated_at, ?) WHERE item_id = ?'
      deployment.store.run(sql, new Date().toISOString(), itemId)
    }),
  },
  'items-move-with-their-properties': {
    title: 'shows in an item how many properties it has, and changes its updatedAt with each of their writes',
    latitude: 'the contract does not define the complete record of an item',
    touches: ['ITEM-06', 'ITEM-05', 'GEN-04'],
    changes: [
      ...writesOfProperties((deployment, itemId) => {
        const sql = 'UPDATE items SET updated_at = max(updated_at, ?) WHERE id = ?'
        deployment.store.run(sql, new Date().toISOString(), itemId)
      }),
      replace(showItem, (sound) => (deployment, row) => {
        const sql = 'SELECT count(*) AS property_count FROM properties WHERE item_id = ? AND deleted = 0'
        return { ...sound(deployment, row), ...deployment.store.get<{ property_count: number }>(sql, row.id) }
      }),
    ],
  },
  'readable-ids-of-properties-are-places': {
    title: 'numbers the properties of an item in their readable ids, anew after each deletion',
    latitude: 'the contract does not say what the readable id of a property consists of, or how long it stays',
    touches: ['PROP-02', 'PROP-33', 'PROP-34'],
    without: ['readable-ids-are-numbers-behind-a-prefix', 'readable-ids-of-properties-follow-their-names'],
    changes: [
      replace(showProperty, (sound) => (deployment, row) => {
        if (row.draft_property_id !== null) return sound(deployment, row)
        const sql = 'SELECT count(*) AS place FROM properties WHERE item_id = ? AND deleted = 0 AND sequence <= ?'
        const found = deployment.store.get<{ place: number }>(sql, row.item_id, row.sequence)
        return { ...sound(deployment, row), readable_id: `p${found?.place ?? 0}` }
      }),
    ],
  },
  'readable-ids-of-items-are-places': {
    title: 'numbers the items of a product in their readable ids, anew after each deletion',
    latitude: 'the contract does not define the complete record of an item',
    touches: ['ITEM-13', 'ITEM-05', 'ITEM-06'],
    without: ['readable-ids-are-numbers-behind-a-prefix', 'items-move-with-their-properties'],
    changes: [
      replace(showItem, (sound) => (deployment, row) => {
        const sql = 'SELECT count(*) AS place FROM items WHERE product_id = ? AND sequence <= ?'
        const found = deployment.store.get<{ place: number }>(sql, row.product_id, row.sequence)
        return { ...sound(deployment, row), readable_id: `1.${found?.place ?? 0}` }
      }),
    ],
  },
  'deleted-items-free-their-numbers': {
    title: 'frees the part number of a deleted item, and one that an item gives up',
    latitude: 'the contract defines retirement for the numbers of products only',
    touches: ['PN-24', 'ITEM-13', 'ITEM-07'],
    without: ['items-have-numbers-of-their-own', 'items-have-no-part-numbers'],
    changes: [
      replace(removeItem, (sound) => (deployment, item) => {
        deployment.store.run('DELETE FROM part_numbers WHERE item_id = ?', item.id)
        sound(deployment, item)
      }),
      replace(retirePartNumber, (sound) => (deployment, holder) => {
        if (holder.kind === 'product') return sound(deployment, holder)
        deployment.store.run('DELETE FROM part_numbers WHERE item_id = ?', holder.id)
      }),
    ],
  },
  'files-are-scanned-later': {
    title: 'shows the state of a scan with each file: pending for a moment, then the time when it ended',
    latitude: 'extra fields are lawful anywhere, and work may be done shortly after the answer',
    touches: ['GEN-04', 'FILE-09', 'UP-21'],
    changes: [
      answersOf({ routes: fileRoutes() }, (answer) =>
        withEachRecord(answer, (record) => {
          if (!('originalFileName' in record)) return record
          const at = Date.parse(String(record['uploadedAt'])) + scanMs
          const isDone = !(at > Date.now())
          return { ...record, scan: isDone ? 'clean' : 'pending', scannedAt: isDone ? new Date().toISOString() : null }
        }),
      ),
    ],
  },
  'links-have-a-place-among-their-neighbours': {
    title: 'numbers the links of a file and says in each how many there are',
    latitude: 'extra fields are lawful anywhere',
    touches: ['FILE-07', 'UP-03', 'FILE-09'],
    changes: [
      answersOf({ routes: fileRoutes() }, (answer) =>
        withEachRecord(answer, (record) => {
          const links = record['used_in']
          if (!Array.isArray(links)) return record
          return { ...record, used_in: links.map((link, index) => ({ ...link, place: index, of: links.length })) }
        }),
      ),
    ],
  },
})

/** Does something with the item of each property that is created, changed or deleted. */
function writesOfProperties(work: (deployment: Deployment, itemId: string) => void): readonly RuleChange[] {
  return [
    replace(addProperty, (sound) => (deployment, property) => {
      const made = sound(deployment, property)
      work(deployment, property.item.id)
      return made
    }),
    replace(changeProperty, (sound) => (deployment, before, body) => {
      sound(deployment, before, body)
      work(deployment, before.item_id)
    }),
    replace(deleteProperty, (sound) => (deployment, question) => {
      sound(deployment, question)
      work(deployment, findProperty(deployment, question).item_id)
    }),
  ]
}

function fileRoutes(): readonly string[] {
  return ['GET /files', 'GET /files/:id', 'PATCH /files/:id', 'POST /files/:id']
}
