import { normalizedText, sameId, show, succeeded, textIn } from '#suite'
import type { CheckContext, Entry, Exchange, PropertyType } from '#suite'
import { leadsNowhere } from '../shared/versioned-list.ts'
import { states, type Changed, type State } from './states.ts'

type Context = Pick<CheckContext, 'given' | 'session'>

/** What is asked for: a property of a type in a state. */
export interface Asked {
  readonly changed: Changed
  readonly type: PropertyType
  readonly state: State
}

/** Parameters of a read. */
export type Query = Readonly<Record<string, string | number>>

/** How a state is asked for. */
export function queryOf({ changed, state }: Pick<Asked, 'changed' | 'state'>): Query {
  const version = changed.versions[state]
  return version === undefined ? {} : { version }
}

/** The list of the item in a state, by whichever id of it the target takes; asked once for all types. */
export async function list(context: Context, asked: Asked, more: Query = {}): Promise<Exchange> {
  const { item } = asked.changed
  const query = { limit: 100, ...queryOf(asked), ...more }
  return context.session.shared(`${show(query)} of ${item.id}`, async () => {
    const look = () => listByEitherId(context, asked, query)
    // lawful: a version is made ready a little later
    const listed = await (Object.keys(more).length === 0 ? context.given.eventually(look, succeeded) : look())
    const isKnown = asked.state === 'draft' || context.given.entriesOf(listed).length > 0
    if (!isKnown && !(await leadsToAny(context, asked.changed)))
      throw leadsNowhere(asked.changed.versions[asked.state], listed)
    return listed
  })
}

/** Whether an id of the draft leads to any version: if one does, the others are to be reached by it too. */
function leadsToAny(context: Context, changed: Changed): Promise<boolean> {
  const { given, session } = context
  return session.shared(`whether ids of the draft of ${changed.item.id} lead to a version`, async () => {
    for (const state of states.filter((one) => one !== 'draft')) {
      const query = queryOf({ changed, state })
      if (given.entriesOf(await given.listProperties(changed.item.id, { query })).length > 0) return true
      for (const type of changed.properties.keys())
        if ((await itemIdIn(context, { changed, type, state })) !== undefined) return true
    }
    return false
  })
}

async function listByEitherId(context: Context, asked: Asked, query: Query): Promise<Exchange> {
  const { given } = context
  const answer = await given.listProperties(asked.changed.item.id, { query })
  if (given.entriesOf(answer).length > 0 || asked.state === 'draft') return answer
  // lawful: ids of the draft lead to the latest version only, and to others those that the item has in them
  const itemId = (await itemIdIn(context, asked)) ?? asked.changed.itemIds[asked.state]
  return itemId === undefined ? answer : given.listProperties(itemId, { query })
}

/** The id that the item has in a version, as a property shows it that is read by its draft id. */
async function itemIdIn({ given }: Context, { changed, type, state }: Asked): Promise<string | undefined> {
  const id = changed.properties.get(type)?.id ?? ''
  const { json } = await given.read('property', id, { query: queryOf({ changed, state }) })
  return textIn(json, 'item_id')
}

/** The entry of a property, by its id in the draft. One that names another draft, which is judged elsewhere, is known by its name. */
export function entryIn(context: Context, answer: Exchange, { changed, type }: Asked): Entry | undefined {
  const property = changed.properties.get(type)
  const entries = context.given.entriesOf(answer)
  const byDraft = entries.find(
    (entry) => sameId(entry['draft_property_id'], property?.id) || sameId(entry['id'], property?.id),
  )
  return byDraft ?? entries.find(({ name }) => normalizedText(name) === normalizedText(property?.body['name']))
}
