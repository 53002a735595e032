import type { Step } from '../run/steps/step.ts'
import type { Check } from '../run/check.ts'
import { comparePair, parentOf } from './compare-pair.ts'
import { keyOf, type Difference, type Sighting } from './difference.ts'
import { sharedListsAsForeign } from './foreign-steps.ts'
import { pairSteps, type StepPair } from './pair-steps.ts'
import { documentedFieldNames } from '../service/interface/documented-field-names.ts'

export interface Compared {
  readonly differences: readonly Difference[]
  /** Checks that saw each difference, by its key. */
  readonly seenBy: ReadonlyMap<string, ReadonlySet<string>>
  /** Pairs of answers that were compared with each other. */
  readonly pairs: number
}

/** Compares the answers of two deployments to the same checks. */
export function compareBehaviour(
  oldSteps: readonly Step[],
  newSteps: readonly Step[],
  checks: readonly Check[],
): Compared {
  const [olds, news] = [sharedListsAsForeign(oldSteps), sharedListsAsForeign(newSteps)]
  // The number of requests in a window is chance.
  const windows = titlesOf(checks.filter(({ verifies }) => verifies.every((id) => id.startsWith('RATE'))))
  const races = titlesOf(checks.filter(({ kind }) => kind === 'race'))
  const oneByOne = ({ check }: Step): boolean => !races.has(check) && !windows.has(check)
  const atOnce = ({ check }: Step): boolean => races.has(check) && !windows.has(check)
  const [before, after] = [byCheck(olds.filter(atOnce)), byCheck(news.filter(atOnce))]
  const { unlike, count } = pairSteps(olds.filter(oneByOne), news.filter(oneByOne))
  const sightings = [
    ...[...unlike.values()].flatMap(compareInOrder),
    ...[...after].flatMap(([title, now]) => compareRace(before.get(title) ?? [], now)),
    ...compareForeign(olds, news),
  ]
  return { ...grouped(sightings), pairs: count }
}

function titlesOf(checks: readonly Check[]): ReadonlySet<string> {
  return new Set(checks.map(({ title }) => title))
}

function byCheck(steps: readonly Step[]): ReadonlyMap<string, readonly Step[]> {
  return Map.groupBy(
    steps.toSorted((one, other) => one.sequence - other.sequence),
    ({ check }) => check,
  )
}

/** If one request was rejected and the other was not, later differences follow from that. */
function compareInOrder(pairs: readonly StepPair[]): readonly Sighting[] {
  const sightings: Sighting[] = []
  for (const pair of pairs) {
    sightings.push(...comparePair(pair))
    if (Math.floor(pair.old.status / 100) !== Math.floor(pair.new.status / 100)) break
  }
  return sightings
}

/** Who wins a race is chance; how many win is not. */
function compareRace(olds: readonly Step[], news: readonly Step[]): readonly Sighting[] {
  const asked = new Set(news.map((step) => step.asked))
  return [...asked].flatMap((what): readonly Sighting[] => {
    const [old, now] = [olds, news].map((steps) => steps.filter((step) => step.asked === what))
    const [first, counterpart] = [now?.[0], old?.[0]]
    if (!old || !now || !first || !counterpart || old.length !== now.length) return []
    const [before, after] = [countedStatuses(old), countedStatuses(now)]
    if (before === after) return []
    const { endpoint, check, target, status } = first
    const statuses = { old: counterpart.status, new: status }
    return [
      { kind: 'status', endpoint, where: 'at once', old: before, new: after, check, request: target, status: statuses },
    ]
  })
}

function countedStatuses(steps: readonly Step[]): string {
  return [...Map.groupBy(steps, ({ status }) => status)]
    .toSorted(([one], [other]) => one - other)
    .map(([status, all]) => `${all.length} × ${status}`)
    .join(', ')
}

function grouped(sightings: readonly Sighting[]): Pick<Compared, 'differences' | 'seenBy'> {
  const groups = Map.groupBy(sightings, (sighting) => keyOf(sighting))
  const seenBy = new Map([...groups].map(([key, all]) => [key, new Set(all.map(({ check }) => check))]))
  const differences = [...groups.values()].flatMap((all) => {
    const [first] = all
    if (!first) return []
    const { kind, where, old, new: now, check, request, status } = first
    const endpoints = [...new Set(all.map(({ endpoint }) => endpoint))].toSorted()
    return [{ kind, endpoints, where, old, new: now, occurrences: all.length, example: { check, request, status } }]
  })
  return { differences: differences.toSorted(inOrder), seenBy }
}

const kinds = ['status', 'code', 'field', 'type', 'value', 'header']

function inOrder(one: Difference, other: Difference): number {
  const byEndpoint = (one.endpoints[0] ?? '').localeCompare(other.endpoints[0] ?? '')
  return byEndpoint || kinds.indexOf(one.kind) - kinds.indexOf(other.kind) || one.where.localeCompare(other.where)
}

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
function compareForeign(olds: readonly Step[], news: readonly Step[]): readonly Sighting[] {
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
