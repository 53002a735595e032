import { answersOf, isRecord } from '../changes/answers.ts'
import type { Change } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import type { FreshVersion } from '../../reference/service/files/snapshot-files.ts'
import { conflict } from '../../reference/service/http/service-error.ts'
import { deleteItem } from '../../reference/service/items/delete-item.ts'
import { findItem } from '../../reference/service/items/find-item.ts'
import { deleteProperty } from '../../reference/service/properties/delete-property.ts'
import { findProperty } from '../../reference/service/properties/find-property.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { laterThan } from '../../reference/service/store/later-than.ts'
import { nextNumber, publishVersion } from '../../reference/service/versions/publish-version.ts'
import { type Publisher, snapshotItems } from '../../reference/service/versions/snapshot-items.ts'
import { defineVariants } from './variant.ts'

/** Lawful differences in what a publication does, and when one is made. */
export const publicationVariants = defineVariants({
  'products-are-published-when-created': {
    title: 'publishes a first version of every new product',
    latitude: 'the contract does not say when versions are published',
    touches: ['VER-15', 'VER-06'],
    changes: [
      answersOf({ routes: ['POST /products'], statuses: [201] }, (answer, deployment) => {
        if (isRecord(answer.json)) publishVersion(deployment, String(answer.json['id']).toLowerCase())
        return answer
      }),
    ],
  },
  'publishing-moves-the-time': {
    title: 'changes updatedAt of a product on publication',
    latitude: 'the contract does not say what changes updatedAt',
    touches: ['PROD-50', 'GEN-04'],
    changes: [
      afterSnapshot(({ store }, { productId }) => {
        const sql = 'SELECT updated_at FROM products WHERE id = ?'
        const before = store.get<{ updated_at: string }>(sql, productId)?.updated_at ?? ''
        store.run('UPDATE products SET updated_at = ? WHERE id = ?', laterThan(before), productId)
      }),
    ],
  },
  'published-things-are-dated-at-publication': {
    title: 'sets the times in a version to its publication',
    latitude: 'a published entity is not the entity of the draft',
    touches: ['PROP-38', 'VER-02'],
    changes: [
      afterSnapshot(({ store }, { id }) => {
        const now = new Date().toISOString()
        for (const table of ['version_items', 'version_properties'])
          store.run(`UPDATE ${table} SET created_at = ?, updated_at = ? WHERE version_id = ?`, now, now, id)
      }),
    ],
  },
  'nobody-chooses-a-baseline-unasked': {
    title: 'leaves the baseline unset until somebody chooses one',
    latitude: 'users choose the baseline',
    touches: ['PROD-08', 'VER-16'],
    changes: [
      afterSnapshot(({ store }, { productId }) => {
        const sql = 'SELECT 1 FROM products WHERE id = ? AND baseline_version_number IS NULL'
        if (store.get(sql, productId) === undefined) return
        // The sound publication chooses one when this is done.
        queueMicrotask(() => {
          store.run('UPDATE products SET baseline_version_number = NULL WHERE id = ?', productId)
        })
      }),
    ],
  },
  'published-items-are-not-deleted': {
    title: 'returns 409 for deleting an item or property that is in a version',
    latitude: 'the contract does not say what a deletion requires',
    touches: ['ITEM-07', 'PROP-34', 'VER-12'],
    changes: [
      replace(deleteItem, (sound) => (deployment, question) => {
        const { id } = findItem(deployment, question)
        requireUnpublished(deployment, 'version_items WHERE draft_item_id', id)
        sound(deployment, question)
      }),
      replace(deleteProperty, (sound) => (deployment, question) => {
        const { id } = findProperty(deployment, question)
        requireUnpublished(deployment, 'version_properties WHERE draft_property_id', id)
        sound(deployment, question)
      }),
    ],
  },
  'version-numbers-have-gaps': {
    title: 'numbers versions 10, 20, 30',
    latitude: 'the contract does not say how versions are numbered',
    touches: ['VER-15'],
    changes: [
      replace(
        nextNumber,
        (sound) => (deployment, productId) => Math.ceil(sound(deployment, productId) / 10 + 0.05) * 10,
      ),
    ],
  },
})

function afterSnapshot(work: (publisher: Publisher, version: FreshVersion) => void): Change {
  return replace(snapshotItems, (sound) => (deployment, version, resultOf) => {
    sound(deployment, version, resultOf)
    work(deployment, version)
  })
}

function requireUnpublished({ store }: Deployment, where: string, id: string): void {
  if (store.get(`SELECT 1 FROM ${where} = ?`, id) !== undefined) throw conflict('published', 'a version holds it')
}
