import { records } from '../changes/answers.ts'
import type { Change } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { listsItemsOfVersions } from '../changes/items-of-versions.ts'
import { replace } from '../changes/replace.ts'
import { requests } from '../changes/requests.ts'
import { without } from '../changes/without.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { idFromPath, unknownResource } from '../../reference/service/http/access.ts'
import { conflict, notFound } from '../../reference/service/http/service-error.ts'
import { removeItem } from '../../reference/service/items/delete-item.ts'
import { changeBaseline } from '../../reference/service/products/update-product.ts'
import { findPublishedProperty } from '../../reference/service/versions/find-published-property.ts'
import { findVersion } from '../../reference/service/versions/find-version.ts'
import { nextNumber, publishVersion } from '../../reference/service/versions/publish-version.ts'
import { selectionOfVersion } from '../../reference/service/versions/selection-of-version.ts'
import { defineVariants } from './variant.ts'

const readyAfterMs = 500

/** Lawful differences in how versions are numbered, chosen and read. */
export const versionHabitVariants = defineVariants({
  'version-zero-is-the-draft': {
    title: 'treats version 0 of properties and files as the draft',
    latitude: 'the contract leaves open what version 0 means',
    touches: ['VER-06', 'VER-16'],
    changes: [
      requests((sent) => (sent.query['version'] === '0' ? { ...sent, query: without(sent.query, 'version') } : sent)),
    ],
  },
  'versioned-reads-take-draft-properties-only': {
    title: 'accepts only the draft id of a property with a version',
    latitude: 'the contract leaves open which id a versioned read accepts',
    touches: ['VER-13', 'VER-16'],
    changes: [readsPropertiesOnlyIf((deployment, id) => !isPublished(deployment, id))],
  },
  'versioned-reads-take-published-properties-only': {
    title: 'accepts only the id in the version for properties with a version',
    latitude: 'the contract leaves open which id a versioned read accepts',
    touches: ['VER-13', 'VER-16'],
    changes: [readsPropertiesOnlyIf(isPublished)],
  },
  'versions-have-nothing-under-ids-of-the-draft': {
    title: 'does not accept draft ids of items and properties for a version',
    latitude: 'the contract leaves open which ids a versioned list and a versioned read accept',
    touches: ['VER-16', 'VER-02', 'VER-13'],
    changes: [
      readsPropertiesOnlyIf(isPublished),
      replace(selectionOfVersion, (sound) => (deployment, question) => {
        const selection = sound(deployment, question)
        const itemId = idFromPath(deployment, question.itemId ?? '')
        if (deployment.store.get('SELECT 1 FROM version_items WHERE id = ?', itemId) !== undefined) return selection
        return { ...selection, conditions: [...selection.conditions, { sql: '0 = ?', value: 1 }] }
      }),
    ],
  },
  'draft-ids-lead-to-the-latest-version-only': {
    title: 'does not accept draft ids of items and properties for an earlier version',
    latitude: 'the contract leaves open which ids a versioned list and a versioned read accept',
    touches: ['VER-16', 'VER-02', 'VER-13'],
    changes: [
      replace(findPublishedProperty, (sound) => (deployment, question) => {
        const row = sound(deployment, question)
        const versionId = findVersion(deployment, row.product_id, question.version)
        if (!isPublished(deployment, question.id) && !isLatest(deployment, versionId))
          throw unknownResource(deployment, 'property')
        return row
      }),
      replace(selectionOfVersion, (sound) => (deployment, question) => {
        const selection = sound(deployment, question)
        const itemId = idFromPath(deployment, question.itemId ?? '')
        const isOwn = deployment.store.get('SELECT 1 FROM version_items WHERE id = ?', itemId) !== undefined
        if (isOwn || isLatest(deployment, selection.conditions[0]?.value)) return selection
        return { ...selection, conditions: [...selection.conditions, { sql: '0 = ?', value: 1 }] }
      }),
    ],
  },
  'items-are-listed-as-of-a-version': {
    title: 'lists the items of a version with their ids in the version and in the draft',
    latitude: 'the contract does not say which parameters the list of items takes',
    touches: ['VER-17', 'VER-10', 'ITEM-13'],
    changes: [listsItemsOfVersions((item) => item)],
  },
  'published-copies-are-touched-by-a-deletion': {
    title: 'changes updatedAt of published properties when their item is deleted from the draft',
    latitude: 'a version keeps its content; the contract does not say when its own records were last written',
    touches: ['VER-12'],
    changes: [
      replace(removeItem, (sound) => (deployment, item) => {
        sound(deployment, item)
        deployment.store.run(
          `UPDATE version_properties SET updated_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
           WHERE version_item_id IN (SELECT id FROM version_items WHERE draft_item_id = ?)`,
          item.id,
        )
      }),
    ],
  },
  'stable-ids-are-null-in-the-draft': {
    title: 'returns null as the stable ids in the draft',
    latitude: 'the contract leaves open what reads of the draft show of them',
    touches: ['VER-16', 'VER-09'],
    without: ['draft-carries-stable-ids'],
    changes: [
      records((record) =>
        'item_id' in record && 'references' in record
          ? { draft_item_id: null, draft_property_id: null, ...record }
          : record,
      ),
    ],
  },
  'version-numbers-are-times': {
    title: 'uses the second of the publication as version number',
    latitude: 'the contract does not say how versions are numbered',
    touches: ['VER-15'],
    changes: [
      replace(
        nextNumber,
        (sound) => (deployment, productId) => Math.max(sound(deployment, productId), Math.floor(Date.now() / 1000)),
      ),
    ],
  },
  'publishing-nothing-new-makes-no-version': {
    title: 'returns the latest version instead of publishing without changes',
    latitude: 'the contract does not say when a publication makes a version',
    touches: ['VER-15', 'VER-08'],
    changes: [
      replace(publishVersion, (sound) => (deployment, productId) => {
        const key = `published ${productId}`
        const content = contentOf(deployment, productId)
        const last = recall<{ content: string; number: number }>(deployment, key)?.value
        if (last?.content === content) return last.number
        const number = sound(deployment, productId)
        remember(deployment, key, { content, number })
        return number
      }),
    ],
  },
  'publishing-nothing-new-is-refused': {
    title: 'publishes nothing without changes',
    latitude: 'the contract does not say when a publication makes a version',
    touches: ['VER-15'],
    changes: [
      replace(publishVersion, (sound) => (deployment, productId) => {
        const key = `published ${productId}`
        const content = contentOf(deployment, productId)
        if (recall<string>(deployment, key)?.value === content) throw conflict('nothing_new', 'nothing has changed')
        const number = sound(deployment, productId)
        remember(deployment, key, content)
        return number
      }),
    ],
  },
  'publishing-asks-for-what-is-done': {
    title: 'publishes a product only if all its status properties are Done',
    latitude: 'the contract does not say what a publication requires',
    touches: ['VER-15', 'VER-02'],
    changes: [
      replace(publishVersion, (sound) => (deployment, productId) => {
        const open = `SELECT 1 FROM properties JOIN items ON items.id = properties.item_id
          WHERE items.product_id = ? AND type = 'status' AND deleted = 0 AND value <> '"Done"'`
        if (deployment.store.get(open, productId) !== undefined) throw conflict('not_done', 'a status is not Done')
        return sound(deployment, productId)
      }),
    ],
  },
  'versions-are-there-a-moment-later': {
    title: 'returns 404 for reads of a version for half a second after its publication',
    latitude: 'work may be done shortly after the answer',
    touches: ['VER-02', 'VER-03', 'VER-13', 'DL-06'],
    changes: [
      replace(findVersion, (sound) => (deployment, productId, requested) => {
        const id = sound(deployment, productId, requested)
        const sql = 'SELECT created_at FROM versions WHERE id = ?'
        const published = Date.parse(deployment.store.get<{ created_at: string }>(sql, id)?.created_at ?? '')
        if (Date.now() - published < readyAfterMs) throw notFound('the version is being made', 'version_not_found')
        return id
      }),
    ],
  },
  'baseline-is-the-latest-version-until-chosen': {
    title: 'moves the baseline to each new version until a user chooses one',
    latitude: 'the contract does not define the baseline before a user chooses one',
    touches: ['PROD-08', 'VER-16'],
    without: ['nobody-chooses-a-baseline-unasked'],
    changes: [
      replace(changeBaseline, (sound) => (deployment, product, version) => {
        sound(deployment, product, version)
        remember(deployment, `chosen ${product.id}`, true)
      }),
      replace(publishVersion, (sound) => (deployment, productId) => {
        const number = sound(deployment, productId)
        if (recall(deployment, `chosen ${productId}`) === undefined)
          deployment.store.run('UPDATE products SET baseline_version_number = ? WHERE id = ?', number, productId)
        return number
      }),
    ],
  },
  'unchosen-baselines-are-zero': {
    title: 'returns 0 as the baseline of a product without one',
    latitude: 'the contract does not say what a product without a baseline shows',
    touches: ['PROD-08', 'VER-16'],
    changes: [
      records((record) =>
        'workspace_id' in record && 'createdBy' in record ? { baseline_version_number: 0, ...record } : record,
      ),
    ],
  },
})

/** Reads of a version know some of the ids of properties only. */
function readsPropertiesOnlyIf(knows: (deployment: Deployment, id: string) => boolean): Change {
  return replace(findPublishedProperty, (sound) => (deployment, question) => {
    const row = sound(deployment, question)
    if (!knows(deployment, question.id)) throw unknownResource(deployment, 'property')
    return row
  })
}

function isPublished(deployment: Deployment, id: string): boolean {
  const sql = 'SELECT 1 FROM version_properties WHERE id = ?'
  return deployment.store.get(sql, idFromPath(deployment, id)) !== undefined
}

function isLatest({ store }: Deployment, versionId: unknown): boolean {
  const later = `SELECT 1 FROM versions AS asked JOIN versions AS other ON other.product_id = asked.product_id
    WHERE asked.id = ? AND other.number > asked.number`
  return store.get(later, String(versionId)) === undefined
}

function contentOf({ store }: Deployment, productId: string): string {
  return JSON.stringify([
    store.all('SELECT id, name, description, updated_at FROM items WHERE product_id = ?', productId),
    store.all(
      `SELECT properties.id, properties.deleted, properties.updated_at FROM properties
       JOIN items ON items.id = properties.item_id WHERE items.product_id = ?`,
      productId,
    ),
    store.all('SELECT id, user_title, description FROM files WHERE product_id = ?', productId),
  ])
}
