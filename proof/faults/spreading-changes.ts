import { replace } from '../changes/replace.ts'
import type { RuleChange } from '../changes/change.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { deleteItem } from '../../reference/service/items/delete-item.ts'
import { findItem } from '../../reference/service/items/find-item.ts'
import { changeItem } from '../../reference/service/items/update-item.ts'
import { changeBaseline, changeFields } from '../../reference/service/products/change-fields.ts'
import { findPropertyAsOf } from '../../reference/service/properties/get-property.ts'
import type { PropertyRow } from '../../reference/service/properties/property.ts'
import { changeProperty } from '../../reference/service/properties/update-property.ts'
import { defineFaults } from './fault.ts'

/** Faults in which something changes beside what is meant: what has the same name, or what is only read. */
export const spreadingChangeFaults = defineFaults({
  'item-deletion-retires-the-numbers-beside-it': {
    title: 'retires the part numbers of all other items of a product with the deletion of one',
    breaks: ['ITEM-07'],
    changes: [
      replace(deleteItem, (sound) => (deployment, question) => {
        const { product_id } = findItem(deployment, question)
        sound(deployment, question)
        const beside = 'SELECT id FROM items WHERE product_id = ?'
        deployment.store.run(
          `UPDATE part_numbers SET state = 'retired' WHERE state = 'active' AND item_id IN (${beside})`,
          product_id,
        )
      }),
    ],
  },
  'new-name-spreads-to-products-of-one-name': {
    title: 'gives the new name of a product to all products that had its name',
    breaks: ['PROD-42'],
    changes: [
      replace(changeFields, (sound) => (deployment, before, body) => {
        sound(deployment, before, body)
        const sql = 'UPDATE products SET name = ?, folded_name = ? WHERE name = ?'
        if (body.name !== undefined) deployment.store.run(sql, body.name, body.name.toLowerCase(), before.name)
      }),
    ],
  },
  'baseline-spreads-to-products-of-one-workspace': {
    title: 'gives the new baseline of a product to all products of its workspace that had its former one',
    breaks: ['PROD-42'],
    changes: [
      replace(changeBaseline, (sound) => (deployment, before, version) => {
        sound(deployment, before, version)
        const present = before.baseline_version_number
        const sql =
          'UPDATE products SET baseline_version_number = ? WHERE workspace_id = ? AND baseline_version_number = ?'
        if (version !== undefined && present !== null) deployment.store.run(sql, version, before.workspace_id, present)
      }),
    ],
  },
  'description-spreads-to-items-of-one-name': {
    title: 'gives the description of an updated item to all items of its product that have its name',
    breaks: ['ITEM-06'],
    changes: [
      replace(changeItem, (sound) => (deployment, before, body) => {
        sound(deployment, before, body)
        const sql = 'UPDATE items SET description = ? WHERE name = ? AND product_id = ?'
        if (body.description !== undefined) deployment.store.run(sql, body.description, before.name, before.product_id)
      }),
    ],
  },
  'description-spreads-to-properties-of-one-name': {
    title: 'gives the description of an updated property to all properties of its item that have its name',
    breaks: ['PROP-33'],
    changes: [
      replace(changeProperty, (sound) => (deployment, before, body) => {
        sound(deployment, before, body)
        const sql = 'UPDATE properties SET description = ? WHERE name = ? AND item_id = ?'
        if (body.description !== undefined) deployment.store.run(sql, body.description, before.name, before.item_id)
      }),
    ],
  },
  'versioned-read-moves-the-draft': {
    title: 'moves the updatedAt of the draft when a property is read as of a version',
    breaks: ['GEN-04'],
    changes: [
      versionedRead(({ store }, { id }, now) => {
        const draft = '(SELECT draft_property_id FROM version_properties WHERE id = ?)'
        store.run(`UPDATE properties SET updated_at = ? WHERE id = ${draft}`, now, id)
      }),
    ],
  },
  'versioned-read-moves-the-version': {
    title: 'moves the updatedAt of a property in a version when it is read as of that',
    breaks: ['GEN-04'],
    changes: [
      versionedRead(({ store }, { id }, now) => {
        store.run('UPDATE version_properties SET updated_at = ? WHERE id = ?', now, id)
      }),
    ],
  },
})

/** Writes a time down with each property that is read by id as of a version. */
function versionedRead(note: (deployment: Deployment, row: PropertyRow, now: string) => void): RuleChange {
  return replace(findPropertyAsOf, (sound) => (deployment, question) => {
    const row = sound(deployment, question)
    // A later time also under a clock that stands still.
    const now = new Date(Math.max(Date.now(), Date.parse(row.updated_at) + 1)).toISOString()
    if (question.version !== undefined) note(deployment, row, now)
    return row
  })
}
