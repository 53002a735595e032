import type { Deployment } from '../deployment.ts'
import type { Caller } from '../http/caller.ts'
import { findItem } from '../items/find-item.ts'
import { rule } from '../rule.ts'
import { ofType } from './of-type.ts'
import { selectProperties } from './property.ts'
import type { PropertyCondition, PropertySelection } from './property-selection.ts'
import type { PropertyType } from './property-type.ts'

/** A list of the draft: of which item and which type, who asks, and whether soft-deleted properties are in it. */
export interface DraftQuestion {
  readonly itemId: string | undefined
  readonly type: PropertyType | undefined
  readonly includeDeleted: boolean
  readonly caller: Caller
}

/** The draft's properties, of one item or of the whole organization, of one type or all; deleted ones where they are asked for. */
export const selectionOfDraft = rule((deployment: Deployment, question: DraftQuestion): PropertySelection => ({
  select: selectProperties,
  table: 'properties',
  conditions: [
    placeInDraft(deployment, question),
    ...(question.includeDeleted ? [] : [{ sql: 'properties.deleted = 0' }]),
    ...ofType(deployment, question.type, 'properties'),
  ],
}))

/** Of the item that is asked for, where the caller reaches it, or of all that the organization has. */
export const placeInDraft = rule((deployment: Deployment, { itemId, caller }: DraftQuestion): PropertyCondition => {
  if (itemId === undefined) return { sql: 'workspaces.organization_id = ?', value: caller.organizationId }
  return { sql: 'properties.item_id = ?', value: findItem(deployment, { id: itemId, caller }).id }
})
