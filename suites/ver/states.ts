import { entryOf, normalizedValue, propertyTypes, show } from '#suite'
import type { Exchange, MadeItem, MadeProperty, PropertyType, Sources } from '#suite'
import { ifPossible } from '../shared/obstacle.ts'
import { expressionField, valueField } from '../shared/value-field.ts'
import { itemIdIn } from '../shared/versioned-list.ts'

/** The result of a formula is nobody's to give: it changes with its source, the numeric property, and is made after it. */
export const changedTypes = [...propertyTypes.filter((type) => type !== 'formula'), 'formula'] as const

/** The states of a product that differ: the draft, two versions, and the baseline, which is the first of them. */
export const states = ['draft', 'first', 'second', 'baseline'] as const
export type State = (typeof states)[number]

/** An item whose properties have another value in the draft and in each of two versions. */
export interface Changed {
  readonly item: MadeItem
  readonly properties: ReadonlyMap<PropertyType, MadeProperty>
  /** How each state is asked for; nothing for the draft. */
  readonly versions: Readonly<Record<State, number | 'baseline' | undefined>>
  /** The id that the item was seen to have in a version while that was the latest. */
  readonly itemIds: Readonly<Partial<Record<State, string | undefined>>>
  /** The value that the draft showed when the state was made, by type. */
  readonly values: Readonly<Record<State, ReadonlyMap<PropertyType, unknown>>>
  /** The lists that showed them. */
  readonly listed: readonly Exchange[]
}

const later = {
  numeric: [20.25, 30.5],
  matrix: ['[[2, 0], [0, 2]]', '[[3, 0], [0, 3]]'],
  text: ['of the second version', 'of the draft'],
  date: ['2032-02-02', '2033-03-03'],
  status: ['Under Review', 'Done'],
} as const

/** Made once per session: published, changed, published, changed again, and the first version chosen as the baseline. */
export function changedInEveryState(sources: Sources): Promise<Changed> {
  return sources.session.shared('item that differs in every state', () => changeInEveryState(sources))
}

async function changeInEveryState(sources: Sources): Promise<Changed> {
  const { given } = sources
  const item = await given.item()
  const properties = await madeOfEachType(sources, item)
  const shown = (before?: Shown) => shownIn(sources, { item, properties, ...(before === undefined ? {} : { before }) })
  const first = await shown()
  const { version: firstVersion, listed } = await given.publish(item, first.listed)
  const idThen = itemIdIn(listed)
  await changeAll(sources, properties, 0)
  const second = await shown(first)
  const { version: secondVersion } = await given.publish(item, second.listed)
  await changeAll(sources, properties, 1)
  // Seen before a baseline is chosen: that choice leaves the draft as it is.
  const draft = await shown(second)
  const chosen = await given.chooseBaseline(item.product.id, firstVersion)
  given.requireSuccess(chosen, 'PROD-48')
  return {
    item,
    properties,
    versions: { draft: undefined, first: firstVersion, second: secondVersion, baseline: 'baseline' },
    itemIds: { first: idThen, baseline: idThen },
    values: { draft: draft.values, first: first.values, second: second.values, baseline: first.values },
    listed: [first.listed, second.listed, draft.listed],
  }
}

/** Side by side: some sixty checks wait for this history, and do nothing else meanwhile. */
async function madeOfEachType(sources: Sources, item: MadeItem): Promise<ReadonlyMap<PropertyType, MadeProperty>> {
  const make = async (type: PropertyType, source?: MadeProperty) =>
    // lawful: a type that cannot be made, or a formula that takes no such expression
    [type, await ifPossible(createdOf(sources, type, { item, source }))] as const
  const made = await Promise.all(changedTypes.filter((type) => type !== 'formula').map((type) => make(type)))
  const numeric = made.find(([type]) => type === 'numeric')?.[1]
  const all = [...made, await make('formula', numeric)]
  return new Map(all.flatMap(([type, property]) => (property ? [[type, property] as const] : [])))
}

interface Place {
  readonly item: MadeItem
  readonly source: MadeProperty | undefined
}

async function createdOf(
  { given }: Sources,
  type: PropertyType,
  { item, source }: Place,
): Promise<MadeProperty | undefined> {
  if (type !== 'formula') return given.property(type, { item })
  if (source === undefined) return undefined
  const field = expressionField(await given.propertyBody('formula', item))
  return given.property('formula', { item, fields: { [field]: `@{${source.id}} * 2` } })
}

async function changeAll(sources: Sources, properties: Changed['properties'], step: 0 | 1): Promise<void> {
  await Promise.all([...properties.values()].map((property) => change(sources, property, step)))
}

/** Gives a property its next value. lawful: an update that accepts no value, and then the states do not differ. */
async function change({ api }: Sources, { id, type, body }: MadeProperty, step: 0 | 1): Promise<void> {
  if (type === 'formula') return
  const field = valueField(type, body)
  const value = later[type][step]
  const rows = type === 'matrix' && Array.isArray(body[field]) ? JSON.parse(String(value)) : value
  await api.send('updateProperty', { path: { property_id: id }, json: { [field]: rows } })
}

interface Shown {
  readonly listed: Exchange
  readonly values: ReadonlyMap<PropertyType, unknown>
}

/** Values by type, of the draft. lawful: a result that follows its source a little later. */
async function shownIn(
  { given }: Sources,
  { item, properties, before }: Pick<Changed, 'item' | 'properties'> & { readonly before?: Shown },
): Promise<Shown> {
  return given.eventually(
    async () => {
      const listed = given.requireSuccess(await given.listProperties(item.id, { query: { limit: 100 } }), 'PROP-19')
      const valueOf = ({ id }: MadeProperty): unknown => normalizedValue(entryOf(listed, id)?.['value'])
      return { listed, values: new Map([...properties].map(([type, property]) => [type, valueOf(property)])) }
    },
    ({ values }) => {
      const result = show(values.get('formula'))
      // lawful: any words in the place of a result until there is one
      return !properties.has('formula') || (/\d/.test(result) && result !== show(before?.values.get('formula')))
    },
  )
}

/** The value that a type has in a state, if no other state has it. */
export function valueIn({ values }: Changed, type: PropertyType, state: State): unknown {
  const texts = new Set((['draft', 'first', 'second'] as const).map((one) => show(values[one].get(type))))
  const isShown = states.every((one) => (values[one].get(type) ?? null) !== null)
  return texts.size === 3 && isShown ? values[state].get(type) : undefined
}
