import { scenario, type CheckContext, type Exchange } from '#suite'
import { entriesIn, withEntries } from '../bulk/bulk-subject.ts'
import { sortedIds } from '../prop/specimens.ts'

const as = 'other-organization'

type Sources = Pick<CheckContext, 'api' | 'given' | 'session'>

interface Subject {
  readonly what: string
  /** Bodies of several entries under a parent of one's own and under a foreign one, and how to go on with them. */
  readonly prepare: (sources: Sources) => Promise<{
    readonly own: unknown
    /** Another such body under the same parent: names and readable ids may be taken by what the first one made. */
    readonly next: unknown
    readonly foreign: unknown
    readonly foreignParent: string
    readonly send: (json: unknown) => Promise<Exchange>
    readonly listed: () => Promise<Exchange>
  }>
}

const subjects: readonly Subject[] = [
  {
    what: 'items',
    prepare: async ({ api, given, session }) => {
      const [own, foreign] = [await given.product(), await given.product({}, { as })]
      if ((await session.dialect.productParameter(own.id)) === undefined)
        return given.untestable({ reason: 'capability-absent', cause: 'the list of items takes no product' })
      const query = await session.dialect.listQuery('listItems', {
        productId: foreign.id,
        workspaceId: foreign.workspaceId,
      })
      return {
        own: await given.itemBulk(own, 2),
        next: await given.itemBulk(own, 2),
        foreign: await given.itemBulk(foreign, 2),
        foreignParent: foreign.id,
        send: (json) => api.send('createItemsInBulk', { json }),
        listed: () => api.send('listItems', { as, query: { ...query, limit: 100, offset: 0 } }),
      }
    },
  },
  {
    what: 'properties',
    prepare: async ({ api, given }) => {
      const [own, foreign] = [await given.item(), await given.item({ as })]
      return {
        own: await given.propertyBulk(own, 2),
        next: await given.propertyBulk(own, 2),
        foreign: await given.propertyBulk(foreign, 2),
        foreignParent: foreign.id,
        send: (json) => api.send('createPropertiesInBulk', { json }),
        listed: () => given.listProperties(foreign.id, { as, query: { limit: 100 } }),
      }
    },
  },
]

for (const { what, prepare } of subjects)
  scenario(
    `an entry for another organization among one's own makes nothing there: ${what}`,
    { verifies: ['AUTH-22'], needs: ['second-key', 'write'] },
    async (context) => {
      const { given, session, verify } = context
      await session.ensureKey(as)
      const { own, next, foreign, foreignParent, send, listed } = await prepare(context)
      const [first, second] = [entriesIn(next)[0], entriesIn(foreign)[1]]
      if (!JSON.stringify(second ?? '').includes(foreignParent))
        return given.untestable({
          reason: 'capability-absent',
          cause: 'the parent of a bulk creation is named once for all',
        })
      given.requireSuccess(await send(own), what === 'items' ? 'BULK-01' : 'BULK-02')
      const before = sortedIds(given.entriesOf(given.requireSuccess(await listed(), 'AUTH-01')))
      const answer = await send(withEntries(next, [first, second]))
      const after = sortedIds(given.entriesOf(given.requireSuccess(await listed(), 'AUTH-01')))
      verify('AUTH-22', answer).equals({
        claim: 'the organization of the other entry has what it had',
        expected: before,
        received: after,
        hint: 'access may be checked for the first entry only',
      })
    },
  )
