import {
  each,
  fieldOf,
  propertyTypes,
  sameId,
  scenario,
  textField,
  type CheckContext,
  type Claim,
  type Exchange,
  type MadeItem,
} from '#suite'
import { existingItems } from '../subjects/existing-things.ts'
import { isMarkedDeleted, showsItsMark } from '../subjects/is-marked-deleted.ts'
import { itemBeside, sharedItem } from '../subjects/shared-place.ts'
import { showsMark } from './shows-mark.ts'
import { isObstacle, untilListed, type Entry } from '../subjects/specimens.ts'

type Sources = Pick<CheckContext, 'api' | 'given' | 'session'>

interface SoftlyDeleted {
  readonly id: string
  readonly itemId: string
  /** A property of the same item that is not deleted, where this run made one. */
  readonly livingId?: string
}

const limit = 100
const itemsSearched = 6

/** A property that is deleted softly: by the control, by deleting one of our own where that is no deletion for good, else the declared one, else one that is there. */
async function softlyDeleted(sources: Sources): Promise<SoftlyDeleted> {
  const { given, session } = sources
  if (session.configuration.mode === 'read-only') return declaredOne(sources)
  const item = await sharedItem(sources, 'a softly deleted property')
  const [gone, living] = [await given.property('text', { item }), await given.property('text', { item })]
  const own = { id: gone.id, itemId: item.id, livingId: living.id }
  await untilListed(given, item.id, [gone, living])
  if (session.controls.has('softDeleteProperty')) {
    await session.controls.softDeleteProperty(gone.id)
    return own
  }
  given.requireSuccess(await given.remove('property', gone.id), 'PROP-34')
  if (isMarkedDeleted(await given.read('property', gone.id))) return own
  const included = await given.listProperties(item.id, { query: { limit, includeDeleted: true } })
  return isHere(given.entriesOf(included), gone.id) ? own : declaredOne(sources)
}

async function declaredOne(sources: Sources): Promise<SoftlyDeleted> {
  const { given, session } = sources
  const id = session.configuration.targetFile.fixtures?.softDeletedPropertyId
  const found = id === undefined ? await existingOne(sources) : undefined
  if (found !== undefined) return found
  if (id === undefined)
    return given.untestable({
      reason: 'missing-fixture',
      needs: 'fixture:soft-deleted-property',
      remedy: 'supply the control softDeleteProperty, or declare fixtures.softDeletedPropertyId in the target file',
    })
  const read = await given.read('property', id)
  if (read.status >= 400)
    return given.untestable({
      reason: 'capability-absent',
      cause: 'a softly deleted property is not shown by id, so that its item is not known',
    })
  return { id, itemId: textField(read, 'item_id', 'PROP-04') }
}

/** One that the lists of a few items show when they are asked for deleted ones, as soft deletion is a matter of every day. */
async function existingOne(sources: Sources): Promise<SoftlyDeleted | undefined> {
  const { given } = sources
  for (const { id: itemId } of (await existingItems(sources)).slice(0, itemsSearched)) {
    if (typeof itemId !== 'string') continue
    const included = await given.listProperties(itemId, { query: { limit, includeDeleted: true } })
    const id = included.status === 200 && given.entriesOf(included).find(({ deleted }) => deleted === true)?.['id']
    if (typeof id === 'string') return { id, itemId }
  }
  return undefined
}

const isHere = (entries: readonly Entry[], id: string): Entry | undefined =>
  entries.find((entry) => sameId(entry['id'], id))

type Query = Readonly<Record<string, string | number | boolean>>

/** A property that is deleted softly, and the list of its item once it leaves it out. lawful: an index of lists may lag */
async function listWithout(context: Sources, query: Query): Promise<SoftlyDeleted & { readonly list: Exchange }> {
  const { given, session } = context
  const soft = await session.shared('softly deleted property', () => softlyDeleted(context))
  const list = await given.eventually(
    () => given.listProperties(soft.itemId, { query: { limit, ...query } }),
    (answer) => !given.lists(answer, soft),
  )
  return { ...soft, list }
}

const softlyDeletedOut = [
  { how: 'by default', query: {} },
  { how: 'by type', query: { type: 'text' } },
] as const

for (const { how, query } of softlyDeletedOut)
  scenario(
    `a list leaves softly deleted properties out ${how}`,
    { verifies: ['PROP-23'], causedBy: ['PAGE-15', 'PROP-30', 'PROP-34'] },
    async (context) => {
      const { given, verify } = context
      const { id, livingId = '', list } = await listWithout(context, query)
      given.requireSuccess(list, 'PROP-19')
      verify('PROP-23', list).omits(id, `the list leaves a deleted property out (${how})`)
      verify('PROP-23', list).lists(livingId, 'the list leaves nothing else out', { where: livingId !== '' })
    },
  )

scenario(
  'a list leaves softly deleted properties out with includeDeleted=false',
  { verifies: ['PROP-23'], causedBy: ['PAGE-15', 'PROP-30', 'PROP-34'] },
  async (context) => {
    const { verify } = context
    const { id, livingId = '', list } = await listWithout(context, { includeDeleted: false })
    verify('PROP-23', list).hasStatus(200)
    verify('PROP-23', list).omits(id, 'the list leaves a deleted property out (includeDeleted)')
    verify('PROP-23', list).lists(livingId, 'the list leaves nothing else out', { where: livingId !== '' })
  },
)

scenario(
  'with includeDeleted=true a list has what was deleted from its own item only',
  { verifies: ['PROP-19'], needs: ['write'], causedBy: ['PROP-30', 'PROP-34'] },
  async (context) => {
    const { given, verify } = context
    const gone = await given.property('text', { item: await sharedItem(context, 'deletions') })
    const neighbour = await itemBeside(context, gone.item)
    given.requireSuccess(await given.remove('property', gone.id), 'PROP-34')
    const query = { limit, includeDeleted: true }
    const answer = given.requireSuccess(await given.listProperties(neighbour.id, { query }), 'PROP-24')
    // lawful: what a deployment puts into a new item by itself is in its list too
    verify('PROP-19', answer).omits(gone.id, 'the list of an item has nothing that was deleted from another')
  },
)

/** A list shows a deleted property with its mark. */
function includesDeleted(entries: readonly Entry[], id: string): Claim {
  const deleted = isHere(entries, id)
  return {
    claim: 'the list includes the deleted property, marked',
    holds: deleted?.['deleted'] === true,
    expected: 'the property with deleted true',
    received: deleted ? `deleted ${String(deleted['deleted'])}` : `a list of ${entries.length} without it`,
    ...showsMark(id, true),
  }
}

/** And it shows the property beside it without one. */
function includesOthers(entries: readonly Entry[], id: string): Claim {
  const living = isHere(entries, id)
  return {
    claim: 'the list has the others as well, not marked',
    holds: living !== undefined && living['deleted'] !== true,
    expected: 'the property beside it with deleted false',
    received: living ? 'it is marked deleted' : 'it is left out',
    ...showsMark(id, false),
  }
}

const softlyDeletedIn = [
  { how: '', query: {}, isOfAnyType: true },
  // The declared one may be of another type.
  { how: ' by type', query: { type: 'text' }, isOfAnyType: false },
] as const

for (const { how, query, isOfAnyType } of softlyDeletedIn)
  scenario(
    `with includeDeleted=true a list${how} has softly deleted properties, marked, beside the others`,
    {
      verifies: ['PROP-24'],
      covers: ['PROP-01', 'PROP-03'],
      causedBy: ['PAGE-15', 'PROP-01', 'PROP-05', 'PROP-19', 'PROP-30', 'PROP-34'],
    },
    async (context) => {
      const { given, session, verify } = context
      const { id, itemId, livingId } = await session.shared('softly deleted property', () => softlyDeleted(context))
      // lawful: an index of lists may lag
      const answer = await given.eventually(
        () => given.listProperties(itemId, { query: { limit, includeDeleted: true, ...query } }),
        (list) => isHere(given.entriesOf(list), id)?.['deleted'] === true,
      )
      verify('PROP-24', answer).hasStatus(200)
      const entries = given.entriesOf(answer)
      const isOwn = livingId !== undefined
      verify('PROP-24', answer).that({ ...includesDeleted(entries, id), where: isOwn || isOfAnyType })
      verify('PROP-24', answer).that({ ...includesOthers(entries, livingId ?? ''), where: isOwn })
    },
  )

const isMarkedOrRefused = (read: Exchange): boolean => read.status >= 400 || isMarkedDeleted(read)

scenario(
  'a softly deleted property is marked as deleted by id, where it is given at all',
  { verifies: ['PROP-39'], causedBy: ['PROP-05', 'PROP-27'] },
  async (context) => {
    const { given, observe, session, verify } = context
    const { id } = await session.shared('softly deleted property', () => softlyDeleted(context))
    const read = await given.eventually(() => given.read('property', id), isMarkedOrRefused)
    observe('PROP-39', 'a softly deleted property by id', read.status)
    // lawful: it is not given at all
    verify('PROP-39', read).that({
      claim: 'a softly deleted property is marked, or not given',
      holds: isMarkedOrRefused(read),
      expected: 'deleted true, or a refusal',
      received: `${read.status} with deleted ${String(fieldOf(read, 'deleted'))}`,
      ...showsItsMark(read),
    })
  },
)

interface Pair {
  readonly type: string
  readonly living: string
  readonly gone: string
}

/** Of each type that can be made two properties of an item, one of which is deleted softly. */
async function pairsOfEveryType(
  item: MadeItem,
  { given, session }: Pick<CheckContext, 'given' | 'session'>,
): Promise<readonly Pair[]> {
  const pairs: Pair[] = []
  for (const type of propertyTypes)
    try {
      const [living, gone] = [await given.property(type, { item }), await given.property(type, { item })]
      await session.controls.softDeleteProperty(gone.id)
      pairs.push({ type, living: living.id, gone: gone.id })
    } catch (error) {
      if (!isObstacle(error)) throw error
    }
  return pairs
}

function leavesOut({ type, living, gone }: Pair, plain: readonly Entry[]): Claim {
  return {
    claim: `the list leaves a deleted ${type} out, and nothing else`,
    holds: isHere(plain, gone) === undefined && isHere(plain, living) !== undefined,
    expected: 'the one that is not deleted',
    received: isHere(plain, gone) ? 'the deleted one' : 'neither of both',
    criterion: { kind: 'entry', ...(isHere(plain, gone) ? { id: gone, listed: false } : { id: living, listed: true }) },
  }
}

function hasBoth({ type, living, gone }: Pair, whole: readonly Entry[]): Claim {
  const isMarked = isHere(whole, gone)?.['deleted'] === true
  return {
    claim: `with includeDeleted=true the list has a deleted ${type}, and the one beside it`,
    holds: isMarked && isHere(whole, living)?.['deleted'] === false,
    expected: 'both, of which one is marked',
    received: `${whole.length} entries`,
    ...(isMarked ? showsMark(living, false) : showsMark(gone, true)),
  }
}

scenario(
  'lists with and without deleted properties have those of every type that are not deleted, and the deleted ones of every type where they are due',
  {
    verifies: ['PROP-23', 'PROP-24'],
    needs: ['write', 'control:soft-delete-property'],
    causedBy: ['PROP-01', 'PROP-05', 'PROP-19', 'PROP-30'],
  },
  async (context) => {
    const { given, verify } = context
    const item = await sharedItem(context, 'deletions of every type')
    const pairs = await pairsOfEveryType(item, context)
    const plain = await given.eventually(
      () => given.listProperties(item.id, { query: { limit } }),
      (list) =>
        pairs.every(({ living, gone }) => given.lists(list, { id: living }) && !given.lists(list, { id: gone })),
    )
    given.requireSuccess(plain, 'PROP-19')
    const query = { limit, includeDeleted: true }
    const whole = given.requireSuccess(await given.listProperties(item.id, { query }), 'PROP-24')
    await each(pairs, async (pair) => {
      verify('PROP-23', plain).that(leavesOut(pair, given.entriesOf(plain)))
      verify('PROP-24', whole).that(hasBoth(pair, given.entriesOf(whole)))
    })
  },
)
