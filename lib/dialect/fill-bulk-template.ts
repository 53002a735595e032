import { fillAnything, type Place } from './fill-template.ts'
import { listPathIn } from './list-path.ts'
import { at, withValue } from './template-path.ts'

/** A bulk body: the one entry of the template's list repeated for every place, what is around it filled with the first. */
export function fillBulkTemplate(template: unknown, places: readonly Place[]): unknown {
  const list = listPathIn(template)
  if (!list) return fillAnything(template, places[0] ?? {})
  const entries = at(template, list)
  const entry: unknown = Array.isArray(entries) ? entries[0] : undefined
  const whole = withValue(template, list, [])
  return withValue(
    fillAnything(whole, places[0] ?? {}),
    list,
    places.map((place) => fillAnything(entry, place)),
  )
}
