import type { Deployment } from '../deployment.ts'
import type { Query } from '../http/query.ts'
import { rule } from '../rule.ts'
import { type PropertyType, propertyTypes } from './property-type.ts'

/** Reads `type` in whatever letter case it is given; 422 if it is not a type. */
export const readType = rule((_: Deployment, query: Query): PropertyType | undefined =>
  query.choice('type', propertyTypes),
)
