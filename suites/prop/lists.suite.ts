import {
  assume,
  each,
  entriesOf,
  propertyTypes,
  sameId,
  scenario,
  type CheckContext,
  type Claim,
  type Exchange,
  type Given,
  type MadeItem,
  type MadeProperty,
} from '#suite'
import { itemBeside, sharedItem } from '../subjects/shared-place.ts'
import {
  type Entry,
  kindOf,
  mixedItem,
  requireAlive,
  shownType,
  sortedIds,
  specimenOf,
  type Specimen,
} from '../subjects/specimens.ts'
import { entryCount } from '../subjects/counted.ts'

const limit = 100

/** A list as it was asked for, beside the unfiltered one: what others change meanwhile is held against nobody. */
interface Beside {
  readonly answer: Exchange
  /** What was there all the time. */
  readonly stayed: readonly Entry[]
  /** What was there at some time. */
  readonly seen: readonly Entry[]
}

type Sources = Pick<CheckContext, 'given' | 'session'>

async function listBeside(
  { given, session }: Sources,
  { itemId, own }: Specimen,
  query: Readonly<Record<string, string>>,
): Promise<Beside> {
  const whole = async (): Promise<readonly Entry[]> =>
    given.entriesOf(given.requireSuccess(await given.listProperties(itemId, { query: { limit } }), 'PROP-19'))
  const before = own ? await session.shared(`properties of ${itemId}`, whole) : await whole()
  const answer = await given.listProperties(itemId, { query: { limit, ...query } })
  const after = own ? before : await whole()
  const there = new Set(sortedIds(after))
  const known = new Set(sortedIds(before))
  return {
    answer,
    stayed: before.filter((entry) => there.has(sortedIds([entry]).join(''))),
    seen: [...before, ...after.filter((entry) => !known.has(sortedIds([entry]).join('')))],
  }
}

/** Two items of one product, with properties in each. */
interface Neighbours {
  readonly one: MadeItem
  readonly two: MadeItem
  readonly ofOne: readonly MadeProperty[]
  readonly ofTwo: readonly MadeProperty[]
}

function neighbours(context: Sources): Promise<Neighbours> {
  return context.session.shared('items side by side with properties in each', async () => {
    const { given } = context
    const one = await sharedItem(context, 'its own list')
    const two = await itemBeside(context, one)
    const ofOne = [await given.property('text', { item: one }), await given.property('text', { item: one })]
    return { one, two, ofOne, ofTwo: [await given.property('text', { item: two })] }
  })
}

/** A list may be narrowed down in another place, where the item is forgotten. */
const narrowed = [
  { how: '', query: {}, isWhole: true },
  { how: ' by type', query: { type: 'text' }, isWhole: true },
  // What a list with deleted properties leaves out is the concern of PROP-24.
  { how: ' with deleted ones', query: { includeDeleted: true }, isWhole: false },
] as const

/** The list of an item that has these properties. lawful: an index of lists may lag, and an item may come with properties of its own */
async function listWith(given: Given, properties: readonly MadeProperty[], query: object): Promise<Exchange> {
  const itemId = properties[0]?.item.id ?? ''
  const list = await given.eventually(
    () => given.listProperties(itemId, { query: { limit, ...query } }),
    (answer) => properties.every((property) => given.lists(answer, property)),
  )
  return given.requireSuccess(list, 'PROP-30')
}

for (const { how, query, isWhole } of narrowed)
  scenario(
    `an item's list${how} holds its own properties and none of a neighbour's`,
    { verifies: ['PROP-19'], needs: ['write'], causedBy: ['PROP-30'] },
    async (context) => {
      const { given, verify } = context
      const { ofOne, ofTwo } = await neighbours(context)
      const sides = [
        { list: await listWith(given, ofOne, query), mine: ofOne, theirs: ofTwo },
        { list: await listWith(given, ofTwo, query), mine: ofTwo, theirs: ofOne },
      ]
      await each(sides, async ({ list, mine, theirs }) => {
        verify('PROP-19', list).that({ ...holdsAll(given, list, mine), where: isWhole })
        verify('PROP-19', list).that(holdsNone(given, list, theirs))
      })
    },
  )

function holdsAll(given: Given, list: Exchange, properties: readonly MadeProperty[]) {
  const missing = properties.filter((property) => !given.lists(list, property))
  return {
    claim: 'the list holds every property of the item',
    holds: missing.length === 0,
    expected: `${properties.length} properties`,
    received: `${missing.length} of them missing`,
    ...(missing[0] && { criterion: { kind: 'entry', id: missing[0].id, listed: true } as const }),
  }
}

function holdsNone(given: Given, list: Exchange, properties: readonly MadeProperty[]) {
  const found = properties.filter((property) => given.lists(list, property))
  return {
    claim: 'the list holds no property of another item',
    holds: found.length === 0,
    expected: 'none of them',
    received: `${found.length} of ${properties.length}`,
    ...(found[0] && { criterion: { kind: 'entry', id: found[0].id, listed: false } as const }),
  }
}

function belongsTo(itemId: string, entries: readonly Entry[]) {
  const owners = entries.flatMap(({ item_id: owner }) => (typeof owner === 'string' ? [owner] : []))
  return {
    claim: 'every entry belongs to the item asked for',
    holds: owners.every((owner) => sameId(owner, itemId)),
    expected: itemId,
    received: [...new Set(owners)].join(', '),
    criterion: { kind: 'each', field: 'item_id', lawful: [itemId], mayBeMissing: true },
  } as const
}

for (const type of ['text', 'numeric'] as const)
  scenario(
    `the list of an item that is there holds its ${type} property, and properties of that item only`,
    { verifies: ['PROP-19'], causedBy: ['PROP-30', 'PROP-04'] },
    async (context) => {
      const { given, verify } = context
      const specimen = await specimenOf(type, context)
      const { id, itemId } = specimen
      const list = (query: object) => given.listProperties(itemId, { query: { limit, ...query } })
      const whole = given.requireSuccess(await list({ includeDeleted: true }), 'PROP-24')
      const answer = given.requireSuccess(await list({}), 'PROP-30')
      verify('PROP-19', [answer, whole]).that((one) => belongsTo(itemId, entriesOf(one)))
      const entries = entriesOf(answer)
      assume(entries.length < limit)
      const isListed = sortedIds(entries).includes(id.toLowerCase())
      await requireAlive(specimen, context, isListed)
      verify('PROP-19', answer).that({
        claim: 'the property that names the item is in its list',
        holds: isListed,
        expected: id,
        received: `a list of ${entries.length} without it`,
      })
    },
  )

/** lawful: among the matrices, one that is typed numeric, which a script cannot tell from a number. */
function criterionOf(type: string, wrong: readonly string[]): Pick<Claim, 'criterion'> {
  if (type === 'matrix' && wrong.includes('numeric')) return {}
  return { criterion: { kind: 'each', field: 'type', lawful: { except: wrong } } }
}

for (const type of propertyTypes)
  scenario(
    `a list filtered by ${type} holds the properties of that type and no others`,
    { verifies: ['PROP-20'], causedBy: ['PROP-30'] },
    async (context) => {
      const specimen = await specimenOf(type, context)
      const { answer, stayed, seen } = await listBeside(context, specimen, { type })
      context.verify('PROP-20', answer).hasStatus(200)
      const entries = context.given.entriesOf(answer)
      const unexpected = entries.filter((entry) => shownType(entry) !== type && kindOf(entry) !== type)
      const types = [...new Set(unexpected.map((entry) => shownType(entry)))]
      context.verify('PROP-20', answer).that({
        claim: `the ${type} filter lets no other type through`,
        holds: types.length === 0,
        expected: `${type} only`,
        received: types.join(', '),
        ...criterionOf(type, types),
      })
      assume(seen.length < limit)
      const listed = new Set(sortedIds(entries))
      // Under which filter a matrix stands that is typed numeric is open.
      const due = stayed.filter((entry) => shownType(entry) === type && kindOf(entry) === type)
      const missing = due.filter((entry) => !listed.has(sortedIds([entry]).join('')))
      context.verify('PROP-20', answer).that({
        claim: `the ${type} filter leaves nothing of the type out`,
        holds: missing.length === 0,
        expected: `${entryCount(due.length)} of type ${type}`,
        received: `${missing.length} of them missing`,
      })
    },
  )

for (const type of propertyTypes)
  scenario(
    `the list takes the type ${type} in any letter case`,
    { verifies: ['PROP-21'], causedBy: ['PROP-24', 'PROP-25'] },
    async (context) => {
      const { given, verify } = context
      const { itemId } = await specimenOf(type, context)
      const list = (spelled: string, includeDeleted = false): Promise<Exchange> =>
        given.listProperties(itemId, { query: { limit, type: spelled, ...(includeDeleted && { includeDeleted }) } })
      const spellings = { [type.toUpperCase()]: false, [`${type.charAt(0).toUpperCase()}${type.slice(1)}`]: true }
      await each(Object.entries(spellings), async ([spelled, withDeleted]) => {
        const plain = given.requireSuccess(await list(type, withDeleted), 'PROP-20')
        const answer = await list(spelled, withDeleted)
        verify('PROP-21', answer).hasStatus(200)
        const later = await onceMoreUnlessSame(plain, answer, () => list(type, withDeleted))
        const after = livingIds(given.requireSuccess(later, 'PROP-20'))
        const received = livingIds(answer)
        verify('PROP-21', answer).that({
          claim: 'the letter case of the type makes no difference to the list',
          holds: standsBetween(received, { before: livingIds(plain), after }),
          expected: `the ${entryCount(after.length)} that ${type} gives`,
          received: `${entryCount(received.length)} for ${spelled}`,
        })
      })
    },
  )

/** What is listed and not deleted: the list may have been asked for with what is. */
function livingIds(list: Exchange): readonly string[] {
  return sortedIds(entriesOf(list).filter(({ deleted }) => deleted !== true))
}

/** A list read once more where another differs from it: that may have been made, or have come to the list, in between. */
async function onceMoreUnlessSame(one: Exchange, other: Exchange, again: () => Promise<Exchange>): Promise<Exchange> {
  return livingIds(one).join() === livingIds(other).join() ? one : again()
}

interface Around {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** Whether a list holds what was there all the time, and nothing that was not there at any. */
function standsBetween(ids: readonly string[], { before, after }: Around): boolean {
  const [former, listed, later] = [new Set(before), new Set(ids), new Set(after)]
  return before.every((id) => listed.has(id) || !later.has(id)) && ids.every((id) => former.has(id) || later.has(id))
}

scenario(
  'a list with deleted properties is filtered by type as well',
  { verifies: ['PROP-20'], needs: ['write'], causedBy: ['PROP-24', 'PROP-25', 'PROP-30'] },
  async (context) => {
    const { given, verify } = context
    const { item, properties } = await mixedItem(context)
    const [text, numeric] = [properties.get('text'), properties.get('numeric')]
    assume(text !== undefined && numeric !== undefined)
    const answer = await given.listProperties(item.id, { query: { limit, includeDeleted: true, type: 'text' } })
    const list = given.requireSuccess(answer, 'PROP-24')
    assume(given.lists(list, text))
    verify('PROP-20', answer).that({
      claim: 'a list of texts holds no number beside deleted ones',
      holds: !given.lists(list, numeric),
      expected: 'texts only',
      received: 'a number as well',
      criterion: { kind: 'entry', id: numeric.id, listed: false },
    })
  },
)
