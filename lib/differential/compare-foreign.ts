import { documentedFieldNames } from '../service/interface/documented-field-names.ts'
import type { Step } from '../run/steps/step.ts'
import { parentOf } from './compare-pair.ts'
import type { Sighting } from './difference.ts'

interface Place {
  readonly types: Set<string>
  readonly first: Step
  /** How often it was there, in all answers. */
  count: number
}

/** Fields of the contract: which ones a record has also depends on its data. */
const documented = new Set([...documentedFieldNames.values()].flat())
/** A number of records so small that others may lack a field by chance. */
const fewWithField = 20

type Places = ReadonlyMap<string, Place>

/**
 * What records of others show in one deployment and never in the other. Their data may differ, so only fields and types are
 * compared, over all answers together; a null is ignored.
 */
export function compareForeign(olds: readonly Step[], news: readonly Step[]): readonly Sighting[] {
  const [before, after] = [gather(olds), gather(news)]
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((endpoint) => {
    const [old, now] = [before.get(endpoint), after.get(endpoint)]
    return old && now ? compareEndpoint(endpoint, old, now) : []
  })
}

function gather(steps: readonly Step[]): ReadonlyMap<string, Places> {
  const byEndpoint = new Map<string, Map<string, Place>>()
  for (const step of steps) {
    if (step.own || step.status >= 300) continue
    const places = byEndpoint.get(step.endpoint) ?? new Map<string, Place>()
    byEndpoint.set(step.endpoint, places)
    for (const [where, { types, count }] of Object.entries(step.leaves)) {
      const place = places.get(where) ?? { types: new Set(), first: step, count: 0 }
      places.set(where, place)
      place.count += count
      for (const type of types) place.types.add(type)
    }
  }
  return byEndpoint
}

function compareEndpoint(endpoint: string, old: Places, now: Places): readonly Sighting[] {
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((where): readonly Sighting[] => {
    const [before, after] = [old.get(where), now.get(where)]
    const shown = before ?? after
    if (!shown || (!before && !isObject(old, where)) || (!after && !isObject(now, where))) return []
    if ((!before || !after) && shown.count <= fewWithField && isDocumented(where)) return []
    const texts = { old: shownTypes(before), new: shownTypes(after) }
    const kind = before && after ? 'type' : 'field'
    if (texts.old === texts.new || (kind === 'type' && (texts.old === 'null' || texts.new === 'null'))) return []
    const { check, target, status } = (after ?? shown).first
    return [{ kind, endpoint, where, ...texts, check, request: target, status: { old: status, new: status } }]
  })
}

function isDocumented(where: string): boolean {
  return documented.has(where.slice(where.lastIndexOf('.') + 1))
}

function isObject(places: Places, where: string): boolean {
  return places.get(parentOf(where))?.types.has('object') === true
}

function shownTypes(place: Place | undefined): string {
  if (place === undefined) return 'absent'
  const telling = [...place.types].filter((type) => type !== 'null').toSorted()
  return telling.length === 0 ? 'null' : telling.join('|')
}
