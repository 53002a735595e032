import { asText, assume, each, entriesOf, propertyTypes, scenario } from '#suite'
import type { Claim, Exchange, PropertyType, Entry, Sources } from '#suite'
import { entryCount } from '../shared/counted.ts'
import { kindOf, mixedItem, shownType, sortedIds, exampleProperty } from '../shared/example-property.ts'
import type { ExampleProperty } from '../shared/example-property.ts'

const limit = 100

/** A list as it was asked for, beside the unfiltered one: what others change meanwhile is held against nobody. */
interface Beside {
  readonly answer: Exchange
  /** What was there all the time. */
  readonly stayed: readonly Entry[]
  /** What was there at some time. */
  readonly seen: readonly Entry[]
}

/** The properties of the example's type in its item: where the item is the run's own, they stay the same and are asked for once. */
function listByType(
  { given, session }: Sources,
  { itemId, own, type }: ExampleProperty,
  query = {},
): Promise<Exchange> {
  const list = () => given.listProperties(itemId, { query: { limit, type, ...query } })
  return own ? session.shared(`${type} properties of ${itemId} ${JSON.stringify(query)}`, list) : list()
}

/** GET of the list of the example's item by its type, and of the whole list before and after it. */
async function listBetweenPlainLists({ api, given, session }: Sources, example: ExampleProperty): Promise<Beside> {
  const { itemId, own } = example
  const list = (): Promise<Exchange> => given.listProperties(itemId, { query: { limit } })
  const entriesIn = (answer: Exchange) => given.entriesOf(given.requireSuccess(answer, 'PROP-19'))
  const before = entriesIn(own ? await session.shared(`list of item ${itemId}`, list) : await list())
  const answer = await listByType({ api, given, session }, example)
  const after = own ? before : entriesIn(await list())
  const there = new Set(sortedIds(after))
  const known = new Set(sortedIds(before))
  return {
    answer,
    stayed: before.filter((entry) => there.has(sortedIds([entry]).join(''))),
    seen: [...before, ...after.filter((entry) => !known.has(sortedIds([entry]).join('')))],
  }
}

/** lawful: among the matrices, one that is typed numeric, which a script cannot tell from a number. */
function criterionOf(type: string, wrong: readonly string[]): Pick<Claim, 'criterion'> {
  if (type === 'matrix' && wrong.includes('numeric')) return {}
  return { criterion: { kind: 'each', field: 'type', lawful: { except: wrong } } }
}

function showsOnlyType(type: PropertyType, entries: readonly Entry[]): Claim {
  const unexpected = entries.filter((entry) => shownType(entry) !== type && kindOf(entry) !== type)
  const types = [...new Set(unexpected.map(({ type: shown }) => asText(shown).toLowerCase()))]
  return {
    over: entries,
    claim: `the ${type} filter shows no other type`,
    holds: types.length === 0,
    expected: `${type} only`,
    received: types.join(', '),
    ...criterionOf(type, types),
  }
}

for (const type of propertyTypes)
  scenario(
    `a list filtered by type ${type} shows all properties of that type and no others`,
    { verifies: ['PROP-20'] },
    async (context) => {
      const example = await exampleProperty(type, context)
      const { answer, stayed, seen } = await listBetweenPlainLists(context, example)
      context.verify('PROP-20', answer).hasStatus(200)
      const entries = context.given.entriesOf(answer)
      context.verify('PROP-20', answer).that(showsOnlyType(type, entries))
      assume(seen.length < limit)
      // Under which filter a matrix stands that is typed numeric is open.
      const due = stayed.filter((entry) => shownType(entry) === type && kindOf(entry) === type)
      context.verify('PROP-20', answer).lists(sortedIds(due))
    },
  )

for (const type of propertyTypes)
  scenario(`the type filter ${type} of the list ignores letter case`, { verifies: ['PROP-21'] }, async (context) => {
    const { given, verify } = context
    const example = await exampleProperty(type, context)
    const list = (spelled: string, query: object): Promise<Exchange> =>
      given.listProperties(example.itemId, { query: { limit, type: spelled, ...query } })
    const capitalized = `${type.charAt(0).toUpperCase()}${type.slice(1)}`
    const spellings = { [type.toUpperCase()]: {}, [capitalized]: { includeDeleted: true } }
    await each(Object.entries(spellings), async ([spelled, query]) => {
      const plain = given.requireSuccess(await listByType(context, example, query), 'PROP-20')
      const answer = await list(spelled, query)
      verify('PROP-21', answer).hasStatus(200)
      const later = await readAgainIfDifferent(plain, answer, () => list(type, query))
      const after = notDeletedIds(given.requireSuccess(later, 'PROP-20'))
      const received = notDeletedIds(answer)
      verify('PROP-21', answer).that({
        claim: 'the list ignores the letter case of the type',
        holds: liesBetween(received, { before: notDeletedIds(plain), after }),
        expected: `the ${entryCount(after.length)} of the list filtered by ${type}`,
        received: `${entryCount(received.length)} for ${spelled}`,
        criterion: { kind: 'size', least: after.length },
      })
    })
  })

/** What is listed and not deleted: the list may have been asked for with what is. */
function notDeletedIds(list: Exchange): readonly string[] {
  return sortedIds(entriesOf(list).filter(({ deleted }) => deleted !== true))
}

/** A list read once more if another differs from it: that may have been made, or have come to the list, in between. */
async function readAgainIfDifferent(one: Exchange, other: Exchange, again: () => Promise<Exchange>): Promise<Exchange> {
  return notDeletedIds(one).join() === notDeletedIds(other).join() ? one : again()
}

interface Around {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** Whether a list holds what was there all the time, and nothing that was not there at any. */
function liesBetween(ids: readonly string[], { before, after }: Around): boolean {
  const [former, listed, later] = [new Set(before), new Set(ids), new Set(after)]
  return before.every((id) => listed.has(id) || !later.has(id)) && ids.every((id) => former.has(id) || later.has(id))
}

scenario(
  'a list with deleted properties applies the type filter too',
  { verifies: ['PROP-20'], needs: ['write'] },
  async (context) => {
    const { given, verify } = context
    const { item, properties } = await mixedItem(context)
    const [text, numeric] = [properties.get('text'), properties.get('numeric')]
    assume(text !== undefined && numeric !== undefined)
    const answer = await given.listProperties(item.id, { query: { limit, includeDeleted: true, type: 'text' } })
    const list = given.requireSuccess(answer, 'PROP-24')
    assume(given.lists(list, text))
    verify('PROP-20', answer).omits(numeric.id)
  },
)
