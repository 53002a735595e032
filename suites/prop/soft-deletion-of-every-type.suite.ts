import { assume, each, propertyTypes, scenario, type CheckContext, type Claim, type MadeItem } from '#suite'
import { sharedItem } from '../subjects/shared-place.ts'
import { isObstacle, type Entry } from '../subjects/specimens.ts'
import { showsMark } from './shows-mark.ts'
import { entryOf } from './softly-deleted.ts'

const limit = 100

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

/** Made once for all who look at their lists. */
function deletionsOfEveryType(context: Pick<CheckContext, 'given' | 'session'>) {
  return context.session.shared('deletions of every type', async () => {
    const item = await sharedItem(context, 'deletions of every type')
    return { item, pairs: await pairsOfEveryType(item, context) }
  })
}

function leavesOut({ type, living, gone }: Pair, plain: readonly Entry[]): Claim {
  return {
    claim: `the list leaves a deleted ${type} out, and nothing else`,
    holds: entryOf(plain, gone) === undefined && entryOf(plain, living) !== undefined,
    expected: 'the one that is not deleted',
    received: entryOf(plain, gone) ? 'the deleted one' : 'neither of both',
    criterion: {
      kind: 'entry',
      ...(entryOf(plain, gone) ? { id: gone, listed: false } : { id: living, listed: true }),
    },
  }
}

function hasBoth({ type, living, gone }: Pair, whole: readonly Entry[]): Claim {
  const isMarked = entryOf(whole, gone)?.['deleted'] === true
  return {
    claim: `with includeDeleted=true the list has a deleted ${type}, and the one beside it`,
    holds: isMarked && entryOf(whole, living)?.['deleted'] === false,
    expected: 'both, of which one is marked',
    received: `${whole.length} entries`,
    ...(isMarked ? showsMark(living, false) : showsMark(gone, true)),
  }
}

function hasDatesAlone(entries: readonly Entry[]): Claim {
  const others = new Set(entries.map(({ type }) => String(type)).filter((type) => type !== 'date'))
  return {
    claim: 'with includeDeleted=true a list by type has those of the type alone',
    holds: others.size === 0,
    expected: 'entries of type date',
    received: `entries of type ${[...others].join(' and ')} as well`,
    criterion: { kind: 'each', field: 'type', lawful: ['date'] },
    hint: 'the two parameters may be joined by an or',
  }
}

scenario(
  'includeDeleted decides for every type whether its deleted properties are listed',
  {
    verifies: ['PROP-23', 'PROP-24'],
    needs: ['write', 'control:soft-delete-property'],
    causedBy: ['PROP-01', 'PROP-05', 'PROP-19', 'PROP-30'],
  },
  async (context) => {
    const { given, verify } = context
    const { item, pairs } = await deletionsOfEveryType(context)
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

scenario(
  'with includeDeleted=true a list by type has deleted properties of that type alone',
  {
    verifies: ['PROP-20'],
    needs: ['write', 'control:soft-delete-property'],
    causedBy: ['PROP-24', 'PROP-25', 'PROP-30'],
  },
  async (context) => {
    const { given, verify } = context
    const { item, pairs } = await deletionsOfEveryType(context)
    const date = pairs.find(({ type }) => type === 'date')
    const query = { limit, includeDeleted: true, type: 'date' }
    const list = given.requireSuccess(await given.listProperties(item.id, { query }), 'PROP-24')
    assume(date !== undefined && given.lists(list, { id: date.gone }), 'a list by type with a deleted date')
    verify('PROP-20', list).that(hasDatesAlone(given.entriesOf(list)))
  },
)
