import { replace } from '../changes/replace.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { unknownResource } from '../../reference/service/http/access.ts'
import { nextNumber } from '../../reference/service/versions/publish-version.ts'
import { selectionOfVersion } from '../../reference/service/versions/selection-of-version.ts'
import { defineVariants } from './variant.ts'

/** Lawful differences in versions. */
export const versionVariants = defineVariants({
  'version-numbers-are-shared': {
    title: 'numbers the versions of all products in one row',
    latitude: 'versions are integers, and need not follow each other',
    changes: [
      replace(nextNumber, () => ({ store }) => {
        const latest = store.get<{ number: number | null }>('SELECT max(number) AS number FROM versions')?.number
        return (latest ?? 0) + 1
      }),
    ],
  },
  'versioned-list-takes-draft-items-only': {
    title: "accepts no other item id on versioned lists than the draft's",
    latitude: 'which item id a versioned list accepts is open',
    without: ['versioned-list-takes-published-items-only'],
    changes: [listsItemsOnlyIf((deployment, id) => !isPublished(deployment, id))],
  },
  'versioned-list-takes-published-items-only': {
    title: 'accepts no other item id on versioned lists than that of the version',
    latitude: 'which item id a versioned list accepts is open',
    changes: [listsItemsOnlyIf(isPublished)],
  },
})

/** Lists of a version know some of the ids of items only. */
function listsItemsOnlyIf(knows: (deployment: Deployment, itemId: string) => boolean): ReturnType<typeof replace> {
  return replace(selectionOfVersion, (sound) => (deployment, question) => {
    const selection = sound(deployment, question)
    if (!knows(deployment, question.itemId ?? '')) throw unknownResource(deployment, 'item')
    return selection
  })
}

/** Whether the id is that of an item in a version. */
function isPublished({ store }: Deployment, itemId: string): boolean {
  return store.get('SELECT 1 FROM version_items WHERE id = ?', itemId.toLowerCase()) !== undefined
}
