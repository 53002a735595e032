import { propertyTypes, sameId, scenario, type CheckContext, type Exchange } from '#suite'
import { itemBeside, sharedItem } from '../subjects/shared-place.ts'
import {
  type Entry,
  kindOf,
  requireAlive,
  shownType,
  sortedIds,
  specimenOf,
  type Specimen,
} from '../subjects/specimens.ts'

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

/** A list may be narrowed down in another place, where the item is forgotten. */
const narrowed = [{}, { type: 'text' }, { includeDeleted: true }] as const

scenario(
  "an item's list holds its own properties and none of a neighbour's",
  { verifies: ['PROP-19'], needs: ['write'], causedBy: ['PROP-30'] },
  async (context) => {
    const { given, verify } = context
    const one = await sharedItem(context, 'its own list')
    const two = await itemBeside(context, one)
    const own = [await given.property('text', { item: one }), await given.property('text', { item: one })]
    const other = await given.property('text', { item: two })
    for (const [item, mine, theirs] of [
      [one, own, [other]],
      [two, [other], own],
    ] as const)
      for (const query of narrowed) {
        // lawful: an index of lists may lag, and an item may come with properties of its own
        const answer = await given.eventually(
          () => given.listProperties(item.id, { query: { limit, ...query } }),
          (list) => mine.every((property) => given.lists(list, property)),
        )
        given.requireSuccess(answer, 'PROP-30')
        // What a list with deleted properties leaves out is the concern of PROP-24.
        if (!('includeDeleted' in query))
          for (const { id } of mine) verify('PROP-19', answer).lists(id, 'the list holds every property of the item')
        for (const { id } of theirs) verify('PROP-19', answer).omits(id, 'the list holds no property of another item')
      }
  },
)

function belongsTo(itemId: string, entries: readonly Entry[]) {
  const owners = entries.flatMap(({ item_id: owner }) => (typeof owner === 'string' ? [owner] : []))
  return {
    claim: 'every entry belongs to the item asked for',
    holds: owners.every((owner) => sameId(owner, itemId)),
    expected: itemId,
    received: [...new Set(owners)].join(', '),
  }
}

scenario(
  'the list of an item that is there holds a property of it, and of that item only',
  { verifies: ['PROP-19'], causedBy: ['PROP-30', 'PROP-04'] },
  async (context) => {
    const { given, verify } = context
    for (const type of ['text', 'numeric'] as const) {
      const specimen = await specimenOf(type, context)
      for (const query of [{}, { includeDeleted: true }]) {
        const list = await given.listProperties(specimen.itemId, { query: { limit, ...query } })
        given.requireSuccess(list, 'includeDeleted' in query ? 'PROP-24' : 'PROP-30')
        verify('PROP-19', list).that(belongsTo(specimen.itemId, given.entriesOf(list)))
      }
      const answer = await given.listProperties(specimen.itemId, { query: { limit } })
      const entries = given.entriesOf(given.requireSuccess(answer, 'PROP-30'))
      if (entries.length >= limit) continue
      const isListed = sortedIds(entries).includes(specimen.id.toLowerCase())
      if (!isListed) await requireAlive(specimen, context)
      verify('PROP-19', answer).that({
        claim: 'the property that names the item is in its list',
        holds: isListed,
        expected: specimen.id,
        received: `${entries.length} others`,
      })
    }
  },
)

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
      context.verify('PROP-20', answer).that({
        claim: `the ${type} filter lets no other type through`,
        holds: unexpected.length === 0,
        expected: `${type} only`,
        received: [...new Set(unexpected.map((entry) => shownType(entry)))].join(', '),
      })
      if (seen.length >= limit) return
      const listed = new Set(sortedIds(entries))
      // Under which filter a matrix stands that is typed numeric is open.
      const due = stayed.filter((entry) => shownType(entry) === type && kindOf(entry) === type)
      const missing = due.filter((entry) => !listed.has(sortedIds([entry]).join('')))
      context.verify('PROP-20', answer).that({
        claim: `the ${type} filter leaves nothing of the type out`,
        holds: missing.length === 0,
        expected: `${due.length} entries of type ${type}`,
        received: `${missing.length} of them missing`,
      })
    },
  )

for (const type of propertyTypes)
  scenario(`the list takes the type ${type} in any letter case`, { verifies: ['PROP-21'] }, async (context) => {
    const { given, verify } = context
    const specimen = await specimenOf(type, context)
    const list = (spelled: string): Promise<Exchange> =>
      given.listProperties(specimen.itemId, { query: { limit, type: spelled } })
    const plain = given.requireSuccess(await list(type), 'PROP-20')
    for (const spelled of [type.toUpperCase(), `${type.charAt(0).toUpperCase()}${type.slice(1)}`]) {
      const answer = await list(spelled)
      verify('PROP-21', answer).hasStatus(200)
      const received = sortedIds(given.entriesOf(answer))
      const before = sortedIds(given.entriesOf(plain))
      // What differs may have been made, or have come to the list, in between.
      const same = before.join() === received.join()
      const after = same ? before : sortedIds(given.entriesOf(given.requireSuccess(await list(type), 'PROP-20')))
      verify('PROP-21', answer).that({
        claim: 'the letter case of the type makes no difference to the list',
        holds: standsBetween(received, { before, after }),
        expected: `the ${after.length} entries that ${type} gives`,
        received: `${received.length} entries for ${spelled}`,
      })
    }
  })

interface Around {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** Whether a list holds what was there all the time, and nothing that was not there at any. */
function standsBetween(ids: readonly string[], { before, after }: Around): boolean {
  const [former, listed, later] = [new Set(before), new Set(ids), new Set(after)]
  return before.every((id) => listed.has(id) || !later.has(id)) && ids.every((id) => former.has(id) || later.has(id))
}

type Ask = (context: CheckContext<'PROP-22' | 'PROP-25'>, value: string, broken?: string) => Promise<Exchange>

const listBy =
  (parameter: string): Ask =>
  async (context, value, broken) => {
    const { itemId } = await specimenOf('text', context)
    const query = { [parameter]: value }
    return context.given.listProperties(itemId, broken === undefined ? { query } : { query, broken })
  }

const readBy: Ask = async (context, type, broken) => {
  const { id } = await specimenOf('text', context)
  return context.given.read('property', id, { query: { type }, ...(broken === undefined ? {} : { broken }) })
}

/** Parameters of a few values, with others beside them. */
const closed = [
  { what: 'a list by a type', id: 'PROP-22', by: 'PROP-20', ask: listBy('type'), right: 'text', status: 422 },
  { what: 'a read with a hint', id: 'PROP-22', by: 'PROP-28', ask: readBy, right: 'text', status: 422 },
  {
    what: 'a list by includeDeleted',
    id: 'PROP-25',
    by: 'PROP-24',
    ask: listBy('includeDeleted'),
    right: 'true',
    wrong: ['maybe', '12', 'trueish'],
  },
] as const

for (const { what, id, by, ask, right, ...row } of closed)
  scenario(`${what} that is none is refused`, { verifies: [id] }, async (context) => {
    const control = context.given.requireSuccess(await ask(context, right), by)
    const refusal = 'status' in row ? { status: row.status, control } : { control }
    for (const value of 'wrong' in row ? row.wrong : ['nonsense', 'numerics', 'num'])
      context.verify(id, await ask(context, value, `${what}: ${value}`)).isRefused(refusal)
  })
