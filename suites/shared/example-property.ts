import { UntestedError, propertyTypes, textField, asText, shownId } from '#suite'
import type { CheckContext, Given, MadeItem, MadeProperty, PropertyType, Row, Sources } from '#suite'
import { isMarkedDeleted } from './is-marked-deleted.ts'
import { existingProperties } from './existing-things.ts'
import { ifPossible } from './obstacle.ts'
import { ownItem, sharedItem } from './shared-place.ts'

export type Entry = Readonly<Record<string, unknown>>
/** A property of the draft whose type and item are known. */
export interface ExampleProperty {
  readonly id: string
  readonly type: PropertyType
  readonly itemId: string
  /** Made by this run, and changed by none of its checks. */
  readonly own: boolean
}

/** An item of this run with a property of each type that the target lets us make; no check changes them. */
export interface MixedItem {
  readonly item: MadeItem
  readonly properties: ReadonlyMap<PropertyType, MadeProperty>
  /** Why there is none of a type. */
  readonly obstacles: ReadonlyMap<PropertyType, unknown>
}

/** The run's own item with properties of every type, made once per session. */
export function mixedItem(sources: Sources): Promise<MixedItem> {
  const { given, session } = sources
  return session.shared('item with properties of each type', async () => {
    const item = await ownItem(sources)
    const made = await Promise.allSettled(propertyTypes.map((type) => given.property(type, { item })))
    const properties = new Map<PropertyType, MadeProperty>()
    const obstacles = new Map<PropertyType, unknown>()
    for (const [index, type] of propertyTypes.entries()) {
      const outcome = made[index]
      if (outcome?.status === 'fulfilled') properties.set(type, outcome.value)
      else obstacles.set(type, outcome?.reason)
    }
    await untilListed(given, item.id, [...properties.values()])
    return { item, properties, obstacles }
  })
}

/** The property of a type in that item. Throws what stood in the way of its creation if there is none. */
export async function mixedProperty(type: PropertyType, sources: Sources): Promise<MadeProperty> {
  const { properties, obstacles } = await mixedItem(sources)
  const made = properties.get(type)
  if (made) return made
  throw obstacles.get(type)
}

/** A property of each type that the target makes. */
export async function propertiesIn(given: Given, item: MadeItem): Promise<Map<PropertyType, MadeProperty>> {
  const made = await Promise.all(
    propertyTypes.map(async (type) => [type, await ifPossible(given.property(type, { item }))] as const),
  )
  return new Map(made.flatMap(([type, property]) => (property ? [[type, property] as const] : [])))
}

/** Waits until the list of an item shows what was made in it. lawful: its index lags, which is blamed on GEN-06 alone. */
export async function untilListed(
  given: CheckContext['given'],
  itemId: string,
  properties: ReadonlyArray<Pick<MadeProperty, 'id'>>,
): Promise<void> {
  await given.eventually(
    () => given.listProperties(itemId, { query: { limit: 100 } }),
    (list) => properties.every((property) => given.lists(list, property)),
  )
}

/** A property of the type: the run's own if it may write, else a declared one, else one found in the first lists. */
export async function exampleProperty(type: PropertyType, sources: Sources): Promise<ExampleProperty> {
  if (sources.session.configuration.mode === 'read-only') return existingExample(type, sources)
  // Few checks need no property of each other type.
  if (sources.session.isSmoke) return smallExample(type, sources)
  const { item, properties, obstacles } = await mixedItem(sources)
  const made = properties.get(type)
  if (made) return { id: made.id, type, itemId: item.id, own: true }
  return existingExample(type, sources).catch((error: unknown) => {
    throw obstacles.get(type) ?? error
  })
}

/** A property of the type in an item that other checks use too. */
function smallExample(type: PropertyType, sources: Sources): Promise<ExampleProperty> {
  const { given, session } = sources
  return session.shared(`${type} property as an example`, async () => {
    const item = await sharedItem(sources, 'examples')
    return { id: (await given.property(type, { item })).id, type, itemId: item.id, own: true }
  })
}

/** Gives up if a property that was not found, and is not the run's own, is gone by now. lawful: others delete what is theirs. */
export async function requireNotDeletedMeanwhile(
  { id, itemId, own }: ExampleProperty,
  { given }: Pick<Sources, 'given'>,
  isFound: boolean,
): Promise<void> {
  if (own || isFound) return
  const read = await given.read('property', id)
  const isKnown = read.status !== 404 && !isMarkedDeleted(read)
  const isListed = given.lists(await given.listProperties(itemId, { query: { limit: 200 } }), { id })
  if (isKnown || isListed) return
  throw new UntestedError({ reason: 'missing-fixture', cause: 'somebody deleted the property during the check' })
}

async function existingExample(type: PropertyType, sources: Sources): Promise<ExampleProperty> {
  const { api, given, session } = sources
  const declared = session.configuration.targetFile.fixtures?.properties?.[type]
  if (declared !== undefined) {
    const record = given.requireSuccess(await api.send('getProperty', { path: { property_id: declared } }), 'PROP-27')
    return { id: declared, type, itemId: textField(record, 'item_id', 'PROP-04'), own: false }
  }
  const found = await existingProperties(sources)
  const fitting = found.find((entry) => kindOf(entry) === type)
  if (fitting) return { id: shownId(fitting), type, itemId: shownId(fitting, 'item_id'), own: false }
  throw new UntestedError({
    reason: 'missing-fixture',
    needs: `fixture:properties.${type}`,
    remedy: `declare fixtures.properties.${type} in the target file, or allow writes (--allow-writes)`,
  })
}

/** The kind of value that a property holds: a matrix may be typed numeric. */
export function kindOf(entry: Entry): PropertyType | undefined {
  const type = shownType(entry)
  return type === 'numeric' && typeof entry['value'] === 'string' && entry['value'].trimStart().startsWith('[')
    ? 'matrix'
    : type
}

/** The type as it is shown, whatever its letter case: that is another requirement's concern, as is one that is not a type. */
export function shownType(entry: Entry): PropertyType | undefined {
  const shown = asText(entry['type']).toLowerCase()
  return propertyTypes.find((type) => type === shown)
}

/** Entries by their ids in one letter case, to be compared with those of another list. */
export function idRows(entries: readonly Entry[]): readonly Row[] {
  return entries.map(({ id }) => ({ id: asText(id).toLowerCase() }))
}

/** Ids in one letter case and order, to be compared. */
export function sortedIds(entries: readonly Entry[]): readonly string[] {
  return entries.map(({ id }) => asText(id).toLowerCase()).toSorted()
}
