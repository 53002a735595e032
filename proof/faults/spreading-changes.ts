import { replace } from '../changes/replace.ts'
import type { RuleChange } from '../changes/change.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { deleteItem } from '../../reference/service/items/delete-item.ts'
import { findItem } from '../../reference/service/items/find-item.ts'
import { changeItem } from '../../reference/service/items/update-item.ts'
import { changeBaseline, changeFields } from '../../reference/service/products/update-product.ts'
import { findPropertyAsOf } from '../../reference/service/properties/get-property.ts'
import type { PropertyRow } from '../../reference/service/properties/property.ts'
import { changeProperty } from '../../reference/service/properties/update-property.ts'
import { defineFaults } from './fault.ts'

/** Faults in which something changes beside what is meant: what has the same name, or what is only read. */
export const spreadingChangeFaults = defineFaults({
  'item-deletion-retires-the-numbers-beside-it': {
    title: "deletes an item and retires the part numbers of the product's other items",
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
    title: 'renames a product and also all products with its old name',
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
    title: "changes the baseline of a product and also of the workspace's products with the same old baseline",
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
    title: "updates the description of an item and also of the product's items with the same name",
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
    title: "updates the description of a property and also of the item's properties with the same name",
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
    title: 'changes updatedAt of the draft when a property is read in a version',
    breaks: ['GEN-04'],
    changes: [
      versionedRead(({ store }, { id }, now) => {
        const draft = '(SELECT draft_property_id FROM version_properties WHERE id = ?)'
        store.run(`UPDATE properties SET updated_at = ? WHERE id = ${draft}`, now, id)
      }),
    ],
  },
  'versioned-read-moves-the-version': {
    title: 'changes updatedAt of a property in a version when it is read there',
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
