import { selectVersionProperties } from '../../reference/service/versions/version-property.ts'
import { findPublishedProperty } from '../../reference/service/versions/find-published-property.ts'
import type { PropertyRow } from '../../reference/service/properties/property.ts'
import { ServiceError } from '../../reference/service/http/service-error.ts'
import { replace } from '../changes/replace.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { idFromPath, unknownResource } from '../../reference/service/http/access.ts'
import { nextNumber } from '../../reference/service/versions/publish-version.ts'
import { selectionOfVersion } from '../../reference/service/versions/selection-of-version.ts'
import { defineVariants } from './variant.ts'

/** Lawful differences in versions. */
export const versionVariants = defineVariants({
  'version-numbers-are-shared': {
    title: 'numbers the versions of all products in one sequence',
    latitude: 'version numbers are integers but need not be consecutive',
    touches: ['VER-15'],
    changes: [
      replace(nextNumber, () => ({ store }) => {
        const latest = store.get<{ number: number | null }>('SELECT max(number) AS number FROM versions')?.number
        return (latest ?? 0) + 1
      }),
    ],
  },
  'versioned-list-takes-draft-items-only': {
    title: 'accepts only the draft id of an item in versioned lists',
    latitude: 'the contract leaves open which item id a versioned list accepts',
    touches: ['VER-16', 'VER-02'],
    changes: [listsItemsOnlyIf((deployment, id) => !isPublished(deployment, id))],
  },
  'versioned-list-takes-published-items-only': {
    title: 'accepts only the id in the version for items in versioned lists',
    latitude: 'the contract leaves open which item id a versioned list accepts',
    touches: ['VER-16', 'VER-02'],
    changes: [listsItemsOnlyIf(isPublished)],
  },
  'ids-of-other-versions-name-the-property': {
    title:
      'accepts the id of a property in one version for other versions, and returns properties deleted in between as deleted',
    latitude: 'an id of another version may be rejected, or may identify the property in the requested version',
    touches: ['VER-13'],
    changes: [
      replace(findPublishedProperty, (sound) => (deployment, question) => {
        const named = publishedProperty(deployment, question.id)
        const ids = [question.id, named?.draft_property_id].filter((id) => typeof id === 'string')
        const found = ids.map((id) => unlessUnknown(() => sound(deployment, { ...question, id })))
        const row = found.find((each) => each !== undefined)
        if (row !== undefined) return row
        const isLater = Number(question.version) > Number(named?.version_number)
        if (named === undefined || !isLater || isInDraft(deployment, named))
          throw unknownResource(deployment, 'property')
        return { ...named, deleted: 1 }
      }),
    ],
  },
})

function publishedProperty(deployment: Deployment, id: string): PropertyRow | undefined {
  const sql = `${selectVersionProperties} WHERE version_properties.id = ?`
  return deployment.store.get<PropertyRow>(sql, idFromPath(deployment, id))
}

function isInDraft({ store }: Deployment, { draft_property_id }: PropertyRow): boolean {
  return store.get('SELECT 1 FROM properties WHERE id = ? AND deleted = 0', draft_property_id) !== undefined
}

/** Lists of a version know some of the ids of items only. */
function listsItemsOnlyIf(knows: (deployment: Deployment, itemId: string) => boolean): ReturnType<typeof replace> {
  return replace(selectionOfVersion, (sound) => (deployment, question) => {
    const selection = sound(deployment, question)
    if (!knows(deployment, question.itemId ?? '')) throw unknownResource(deployment, 'item')
    return selection
  })
}

/** Whether the id is that of an item in a version. */
function isPublished(deployment: Deployment, itemId: string): boolean {
  const sql = 'SELECT 1 FROM version_items WHERE id = ?'
  return deployment.store.get(sql, idFromPath(deployment, itemId)) !== undefined
}

function unlessUnknown(find: () => PropertyRow): PropertyRow | undefined {
  try {
    return find()
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return undefined
    throw error
  }
}
