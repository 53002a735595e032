import type { Deployment } from '../deployment.ts'
import { reach } from '../http/access.ts'
import type { Caller } from '../http/caller.ts'
import { validationError } from '../http/service-error.ts'
import type { PropertySelection } from '../properties/property-selection.ts'
import { rule } from '../rule.ts'
import { findVersion, type RequestedVersion } from './find-version.ts'
import { selectVersionProperties } from './version-property.ts'

/** A list as of a version: of which item, and who asks. */
export interface VersionQuestion {
  readonly itemId: string | undefined
  readonly caller: Caller
  readonly version: RequestedVersion
}

interface ItemPlace {
  readonly organization_id: string
  readonly product_id: string
  readonly draft_item_id: string
  /** The version whose item has this id; null if the id is the draft's. */
  readonly version_id: string | null
}

/** The properties of an item as of a version; the item is named by its draft id or by its id in that version. */
export const selectionOfVersion = rule((deployment: Deployment, question: VersionQuestion): PropertySelection => {
  const { itemId, version, caller } = question
  if (itemId === undefined) {
    throw validationError({ loc: ['query', 'item_id'], msg: 'is required with a version', type: 'missing' })
  }
  const row = placeOf(deployment, itemId.toLowerCase())
  const place = reach(deployment, { kind: 'item', row, caller })
  const versionId = findVersion(deployment, place.product_id, version)
  // An id of another version names nothing here.
  const named = place.version_id === null || place.version_id === versionId ? place : undefined
  const { draft_item_id } = reach(deployment, { kind: 'item', row: named, caller })
  return {
    select: selectVersionProperties,
    table: 'version_properties',
    conditions: [
      { sql: 'version_properties.version_id = ?', value: versionId },
      { sql: 'version_properties.draft_item_id = ?', value: draft_item_id },
    ],
  }
})

/** Where an item is: one of the draft, one of a version, or one that only versions remember. */
function placeOf({ store }: Deployment, id: string): ItemPlace | undefined {
  return store.get<ItemPlace>(
    `SELECT workspaces.organization_id, places.product_id, places.draft_item_id, places.version_id
     FROM (
       SELECT product_id, id AS draft_item_id, NULL AS version_id FROM items WHERE id = ?1
       UNION ALL
       SELECT versions.product_id, version_items.draft_item_id,
         CASE WHEN version_items.id = ?1 THEN versions.id END AS version_id
       FROM version_items JOIN versions ON versions.id = version_items.version_id
       WHERE version_items.id = ?1 OR version_items.draft_item_id = ?1
     ) AS places
     JOIN products ON products.id = places.product_id
     JOIN workspaces ON workspaces.id = products.workspace_id
     LIMIT 1`,
    id,
  )
}
