import type { Deployment } from '../deployment.ts'
import { bendRow } from '../versions/bend-row.ts'
import { disfigureProperty } from './disfigure-property.ts'
import { type PropertyRow, showProperty } from './property.ts'

/** A property as reads show it. */
export function readProperty(deployment: Deployment, row: PropertyRow, { byId }: { readonly byId: boolean }): object {
  const resource = showProperty(deployment, bendRow(deployment, row, byId))
  return disfigureProperty(deployment.faults, { resource, byId, published: row.draft_property_id !== null })
}
