import {
  entryOf,
  evenValue,
  propertyTypes,
  show,
  type CheckContext,
  type MadeItem,
  type MadeProperty,
  type PropertyType,
} from '#suite'
import { isObstacle } from '../subjects/specimens.ts'
import { valueField } from '../subjects/value-field.ts'

type Sources = Pick<CheckContext, 'api' | 'given' | 'session'>

/** The types whose values can be changed; the result of a formula is nobody's to give. */
export const changedTypes = propertyTypes.filter((type) => type !== 'formula')

/** The states of a product that differ: the draft, two versions, and the baseline, which is the first of them. */
export const states = ['draft', 'first', 'second', 'baseline'] as const
export type State = (typeof states)[number]

/** An item whose properties have another value in the draft and in each of two versions. */
export interface Changed {
  readonly item: MadeItem
  readonly properties: ReadonlyMap<PropertyType, MadeProperty>
  /** How each state is asked for; nothing for the draft. */
  readonly versions: Readonly<Record<State, number | 'baseline' | undefined>>
  /** The value that the draft showed when the state was made, by type. */
  readonly values: Readonly<Record<State, ReadonlyMap<PropertyType, unknown>>>
}

const later = {
  numeric: [20.25, 30.5],
  matrix: ['[[2, 0], [0, 2]]', '[[3, 0], [0, 3]]'],
  text: ['of the second version', 'of the draft'],
  date: ['2032-02-02', '2033-03-03'],
  status: ['Under Review', 'Done'],
} as const

/** Made once a session: published, changed, published, changed again, and the first version chosen as the baseline. */
export function changedInEveryState(sources: Sources): Promise<Changed> {
  return sources.session.shared('item that differs in every state', () => changeInEveryState(sources))
}

async function changeInEveryState(sources: Sources): Promise<Changed> {
  const { given, session } = sources
  const item = await given.item()
  const properties = new Map<PropertyType, MadeProperty>()
  for (const type of changedTypes) {
    const made = await given.property(type, { item }).catch((error: unknown) => {
      if (isObstacle(error)) return undefined
      throw error
    })
    if (made) properties.set(type, made)
  }
  const publish = async () => (await session.controls.publishVersion(item.product.id)).version
  const first = await shownIn(sources, item, properties)
  const firstVersion = await publish()
  for (const property of properties.values()) await change(sources, property, 0)
  const second = await shownIn(sources, item, properties)
  const secondVersion = await publish()
  for (const property of properties.values()) await change(sources, property, 1)
  const chosen = await given.update(item.product.id, { baseline_version_number: firstVersion })
  given.requireSuccess(chosen, 'PROD-48')
  return {
    item,
    properties,
    versions: { draft: undefined, first: firstVersion, second: secondVersion, baseline: 'baseline' },
    values: { draft: await shownIn(sources, item, properties), first, second, baseline: first },
  }
}

/** Gives a property its next value. lawful: an update that accepts no value, and then the states do not differ. */
async function change({ api }: Sources, { id, type, body }: MadeProperty, step: 0 | 1): Promise<void> {
  if (type === 'formula') return
  const field = valueField(type, body)
  const value = later[type][step]
  const rows = type === 'matrix' && Array.isArray(body[field]) ? JSON.parse(String(value)) : value
  await api.send('updateProperty', { path: { property_id: id }, json: { [field]: rows } })
}

async function shownIn(
  { given }: Sources,
  item: MadeItem,
  properties: Changed['properties'],
): Promise<ReadonlyMap<PropertyType, unknown>> {
  const listed = given.requireSuccess(await given.listProperties(item.id, { query: { limit: 100 } }), 'PROP-19')
  return new Map([...properties].map(([type, { id }]) => [type, evenValue(entryOf(listed, id)?.['value'])]))
}

/** The value that a type has in a state, where no other state has it. */
export function valueIn({ values }: Changed, type: PropertyType, state: State): unknown {
  const texts = new Set((['draft', 'first', 'second'] as const).map((one) => show(values[one].get(type))))
  return texts.size === 3 ? values[state].get(type) : undefined
}
