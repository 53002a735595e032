import type { Deployment } from '../deployment.ts'
import { recall, remember } from '../../faults/fault-memory.ts'
import { disfigureProperty } from './disfigure-property.ts'
import { type Property, type PropertyRow, showProperty } from './property.ts'

/** A property as reads show it. */
export function readProperty(deployment: Deployment, row: PropertyRow, { byId }: { readonly byId: boolean }): object {
  const shown = showProperty(deployment, row)
  const resource = byId ? shown : asFirstListed(deployment, row, shown)
  return disfigureProperty(deployment.faults, { resource, byId, published: row.draft_property_id !== null })
}

/** A fault that computes a formula once for all lists. */
function asFirstListed({ store, faults }: Deployment, row: PropertyRow, shown: Property): Property {
  const isDraft = row.type === 'formula' && row.draft_property_id === null
  if (!isDraft || !faults.has('listed-formulas-are-computed-once')) return shown
  const first = recall(store, `listed ${row.id}`)
  if (first === undefined) remember(store, `listed ${row.id}`, JSON.stringify(shown.value))
  if (first === undefined || !faults.active('listed-formulas-are-computed-once')) return shown
  return { ...shown, value: JSON.parse(first.value) as unknown }
}
