import { fieldOf, propertyTypes, requestById, scenario, type EndpointId, type Exchange, type RecordKind } from '#suite'
import { claimRefused, claimTellsNothing } from './foreign-claims.ts'
import { foreignPlace, type ForeignPlace } from './foreign-place.ts'

const as = 'other-organization'

interface Deletion {
  readonly kind: RecordKind
  readonly what: string
  readonly id: 'AUTH-12' | 'AUTH-14' | 'AUTH-16'
  readonly endpoint: EndpointId
  /** What it goes with, so that its own deletion may be that one's. */
  readonly goesWith: ReadonlyArray<'AUTH-12' | 'AUTH-14'>
  readonly find: (place: ForeignPlace) => Promise<{ readonly id: string; readonly exchange: Exchange }>
  readonly inCapitals?: true
}

const deletions: readonly Deletion[] = [
  {
    kind: 'product',
    what: 'product',
    id: 'AUTH-12',
    endpoint: 'deleteProduct',
    goesWith: [],
    find: async (place) => (await place.item()).product,
  },
  {
    kind: 'item',
    what: 'item',
    id: 'AUTH-14',
    endpoint: 'deleteItem',
    goesWith: ['AUTH-12'],
    find: (place) => place.item(),
  },
  ...propertyTypes.map((type): Deletion => ({
    kind: 'property',
    what: `${type} property`,
    id: 'AUTH-16',
    endpoint: 'deleteProperty',
    goesWith: ['AUTH-12', 'AUTH-14'],
    find: (place) => place.property(type),
  })),
]

/** An id may be looked up whatever its letter case, and compared as a text. */
const inCapitals = deletions
  .filter(({ what }) => ['product', 'item', 'text property'].includes(what))
  .map((deletion): Deletion => ({ ...deletion, what: `${deletion.what} by its id in capitals`, inCapitals: true }))

for (const { kind, what, id, endpoint, goesWith, find, inCapitals: isInCapitals = false } of [
  ...deletions,
  ...inCapitals,
])
  scenario(
    `DELETE of a foreign ${what} is forbidden and deletes nothing`,
    { verifies: [id, 'AUTH-26'], needs: ['second-key', 'write'], causedBy: goesWith },
    async (context) => {
      const { given, verify } = context
      // A place of its own: where one of them is deleted, what other checks look at is still there.
      const { id: foreign, exchange: seen } = await find(foreignPlace('foreign place to delete', context))
      const answer = await context.api.raw(requestById(endpoint, isInCapitals ? foreign.toUpperCase() : foreign))
      claimRefused(id, { answer, seen, isDoubtful: isInCapitals }, context)
      claimTellsNothing(verify, answer, [seen.json])
      const after = await given.read(kind, foreign, { as })
      verify(id, after).that({
        claim: `a ${what} is there after the refused deletion`,
        holds: after.status === 200 && fieldOf(after, 'deleted') !== true,
        expected: 'the record, not deleted',
        received: after.status === 200 ? 'the record, deleted' : `${after.status}`,
        hint: 'deleted before the refusal',
      })
    },
  )
