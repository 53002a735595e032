import type { Deployment } from '../deployment.ts'
import { rule } from '../rule.ts'
import type { PropertyCondition, PropertySelection } from './property-selection.ts'
import type { PropertyType } from './property-type.ts'

/** The filter of a list by type, where one is asked for. */
export const ofType = rule(
  (_: Deployment, type: PropertyType | undefined, table: PropertySelection['table']): readonly PropertyCondition[] =>
    type === undefined ? [] : [{ sql: `${table}.type = ?`, value: type }],
)
