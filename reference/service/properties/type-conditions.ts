import type { Deployment } from '../deployment.ts'
import type { Query } from '../http/query.ts'
import { validationError } from '../http/service-error.ts'
import type { PropertyCondition, PropertySelection } from './property-selection.ts'
import { propertyTypes } from './property-type.ts'

/** The filter by type, in whatever letter case it is given; 422 where it is no type. */
export function typeConditions(
  deployment: Deployment,
  query: Query,
  table: PropertySelection['table'],
): readonly PropertyCondition[] {
  const { faults } = deployment
  const text = query.text('type')
  if (text === undefined) return []
  const nothing = [{ sql: 'FALSE' }]
  const isKnown = propertyTypes.some((type) => type === text.toLowerCase())
  if (!isKnown && faults.active('unknown-type-lists-nothing')) return nothing
  const type = query.choice('type', propertyTypes)
  if (type === undefined || isForgotten(deployment, query, table)) return []
  if (query.text('version') === 'baseline' && faults.active('baseline-list-forgets-the-type')) return []
  if (type !== text && faults.active('type-filter-minds-letter-case')) return nothing
  if (type !== text && faults.active('capitals-in-type-refused')) {
    throw validationError({ loc: ['query', 'type'], msg: `is none of ${propertyTypes.join(', ')}`, type: 'enum' })
  }
  const isDraft = table === 'properties'
  if (!isDraft && type !== text && faults.active('version-minds-the-letter-case-of-a-type')) return nothing
  if (isDraft && type === 'date' && faults.active('date-filter-lists-texts-too')) {
    return [{ sql: "properties.type IN ('date', 'text')" }]
  }
  if (type === 'numeric' && deployment.variants.chosen('matrix-is-typed-numeric')) {
    return [{ sql: `${table}.type IN ('numeric', 'matrix')` }]
  }
  return [{ sql: `${table}.type = ?`, value: type }]
}

function isForgotten({ faults }: Deployment, query: Query, table: PropertySelection['table']): boolean {
  if (table === 'version_properties') return faults.active('versioned-list-forgets-the-type')
  return (query.text('offset') ?? '0') !== '0' && faults.active('type-forgotten-on-later-pages')
}
