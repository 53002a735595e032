import { answersOf, withEachRecord } from '../changes/answers.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import type { Store } from '../../reference/service/store/store.ts'
import { nextNumber } from '../../reference/service/versions/publish-version.ts'
import { snapshotItems } from '../../reference/service/versions/snapshot-items.ts'
import { defineFaults } from './fault.ts'

/** Faults in what a publication keeps. */
export const publicationFaults = defineFaults({
  'version-has-the-first-item-only': {
    title: 'publishes only the first item of a product',
    breaks: ['VER-02'],
    changes: [
      afterPublication(`DELETE FROM version_items WHERE version_id = ?1
        AND sequence > (SELECT min(sequence) FROM version_items WHERE version_id = ?1)`),
    ],
  },
  'version-keeps-what-was-deleted-before': {
    title: 'publishes deleted properties',
    breaks: ['VER-02'],
    changes: [withDeletedProperties()],
  },
  'versions-list-what-was-deleted-before': {
    title: 'lists in a version what was deleted before it',
    breaks: ['PROP-23'],
    changes: [
      withDeletedProperties(),
      answersOf({ routes: ['GET /properties', 'GET /properties/:property_id'] }, (answer, deployment) =>
        withEachRecord(answer, (record) => {
          const deleted = recall<ReadonlySet<unknown>>(deployment, 'published though deleted')?.value
          return deleted?.has(record['id']) === true ? { ...record, deleted: true } : record
        }),
      ),
    ],
  },
  'publication-resets-statuses': {
    title: 'resets the status properties of the draft to Draft on publication',
    breaks: ['PROP-33'],
    changes: [
      afterPublication(`UPDATE properties SET value = '"Draft"'
        WHERE type = 'status' AND item_id IN (SELECT draft_item_id FROM version_items WHERE version_id = ?1)`),
    ],
  },
  'publication-clears-descriptions-of-items': {
    title: 'clears the descriptions of the items of a product when it is published',
    breaks: ['ITEM-06'],
    changes: [
      afterPublication(`UPDATE items SET description = NULL
        WHERE id IN (SELECT draft_item_id FROM version_items WHERE version_id = ?1)`),
    ],
  },
  'version-loses-references': {
    title: 'publishes properties without their references',
    breaks: ['VER-02'],
    changes: [afterPublication("UPDATE version_properties SET source_references = '[]' WHERE version_id = ?1")],
  },
  'published-numbers-have-two-decimals': {
    title: 'rounds the numbers of a version to two decimals',
    breaks: ['VER-02'],
    changes: [
      afterPublication(`UPDATE version_properties SET value = CAST(round(CAST(value AS REAL), 2) AS TEXT)
        WHERE version_id = ?1 AND type = 'numeric' AND CAST(value AS REAL) <> round(CAST(value AS REAL), 2)`),
    ],
  },
  'publication-leaves-empty-texts-out': {
    title: 'does not publish empty texts',
    breaks: ['VER-02'],
    changes: [afterPublication(`DELETE FROM version_properties WHERE version_id = ?1 AND value = '""'`)],
  },
  'publication-leaves-namesakes-out': {
    title: "publishes only one of an item's properties with the same name",
    breaks: ['VER-02'],
    changes: [
      afterPublication(`DELETE FROM version_properties WHERE version_id = ?1 AND sequence NOT IN
        (SELECT min(sequence) FROM version_properties WHERE version_id = ?1 GROUP BY version_item_id, name)`),
    ],
  },
  'publication-leaves-results-out': {
    title: 'publishes formulas without their results',
    breaks: ['VER-02'],
    changes: [replace(snapshotItems, (sound) => (deployment, version) => sound(deployment, version, () => null))],
  },
  'publication-takes-fifty-properties-of-an-item': {
    title: 'publishes only the first fifty properties of an item',
    breaks: ['VER-02'],
    changes: [
      afterPublication(`DELETE FROM version_properties WHERE version_id = ?1 AND sequence NOT IN
        (SELECT sequence FROM (SELECT sequence, row_number() OVER (PARTITION BY version_item_id ORDER BY sequence) AS place
          FROM version_properties WHERE version_id = ?1) WHERE place <= 50)`),
    ],
  },
  'publication-frees-retired-numbers': {
    title: 'frees the retired part numbers of a product when it is published',
    breaks: ['PN-04', 'PN-05', 'PN-06'],
    changes: [
      afterPublication(`DELETE FROM part_numbers WHERE state = 'retired'
        AND product_id = (SELECT product_id FROM versions WHERE id = ?1)`),
    ],
  },
  'version-numbers-run-down': {
    title: 'numbers versions downwards',
    breaks: ['VER-15'],
    changes: [
      replace(nextNumber, (sound) => (deployment, productId) => {
        const sql = 'SELECT min(number) AS lowest FROM versions WHERE product_id = ?'
        const lowest = deployment.store.get<{ lowest: number | null }>(sql, productId)?.lowest ?? 1000
        return lowest > 1 ? lowest - 1 : sound(deployment, productId)
      }),
    ],
  },
})

/** Changes what was just published; the version's id is the only value of the statement. */
function afterPublication(sql: string): ReturnType<typeof replace> {
  return replace(snapshotItems, (sound) => (deployment, version, resultOf) => {
    sound(deployment, version, resultOf)
    deployment.store.run(sql, version.id)
  })
}

/** Publishes what is deleted as though it were not; the ids that it has in versions are remembered. */
function withDeletedProperties(): ReturnType<typeof replace> {
  return replace(snapshotItems, (sound) => (deployment, version, resultOf) => {
    const { store } = deployment
    const deleted =
      'SELECT id FROM properties WHERE deleted = 1 AND item_id IN (SELECT id FROM items WHERE product_id = ?)'
    const ids = idsOf(store, deleted, version.productId)
    for (const id of ids) store.run('UPDATE properties SET deleted = 0 WHERE id = ?', id)
    sound(deployment, version, resultOf)
    for (const id of ids) store.run('UPDATE properties SET deleted = 1 WHERE id = ?', id)
    const published = 'SELECT id FROM version_properties WHERE version_id = ? AND draft_property_id = ?'
    const known = recall<ReadonlySet<string>>(deployment, 'published though deleted')?.value ?? new Set()
    const more = new Set(ids.flatMap((id) => idsOf(store, published, version.id, id)))
    remember(deployment, 'published though deleted', known.union(more))
  })
}

function idsOf(store: Store, sql: string, ...values: readonly string[]): readonly string[] {
  return store.all<{ id: string }>(sql, ...values).map(({ id }) => id)
}
