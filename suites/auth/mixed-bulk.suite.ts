import { scenario, type Given } from '#suite'
import { entriesIn, withEntries } from '../bulk/bulk-subject.ts'
import type { Entry } from '../prop/specimens.ts'

const as = 'other-organization'

/** The texts of an entry that stand in no other one: its name. */
function ownTexts(entry: Entry, others: readonly Entry[]): readonly string[] {
  const taken = new Set(others.flatMap((other) => Object.values(other)))
  return Object.values(entry)
    .filter((value) => typeof value === 'string')
    .filter((value) => value.length > 8 && !taken.has(value))
}

/** The entry with the ids of another place. */
function moved(entry: Entry, ids: ReadonlyArray<readonly [string, string]>): Entry {
  return Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [name, ids.find(([own]) => own === value)?.[1] ?? value]),
  )
}

const subjects = [
  {
    what: 'items',
    endpoint: 'createItemsInBulk',
    blockedBy: 'BULK-01',
    body: (given: Given, item: Awaited<ReturnType<Given['item']>>) => given.itemBulk(item.product, 2),
  },
  {
    what: 'properties',
    endpoint: 'createPropertiesInBulk',
    blockedBy: 'BULK-02',
    body: (given: Given, item: Awaited<ReturnType<Given['item']>>) => given.propertyBulk(item, 2),
  },
] as const

for (const { what, endpoint, blockedBy, body } of subjects)
  scenario(
    `of several ${what}, none is created for another organization`,
    { verifies: ['AUTH-22'], needs: ['second-key', 'write'] },
    async ({ api, session, given, verify }) => {
      await session.ensureKey(as)
      const [own, foreign] = [await given.item(), await given.foreignItem()]
      given.requireSuccess(await api.send(endpoint, { json: await body(given, own) }), blockedBy)
      const plain = await body(given, own)
      const [first = {}, second = {}] = entriesIn(plain)
      const last = moved(second, [
        [own.id, foreign.id],
        [own.product.id, foreign.product.id],
      ])
      const marks = ownTexts(last, [first, second])
      if (marks.length === 0)
        return given.untestable({
          reason: 'capability-absent',
          cause: `an entry of a bulk of ${what} does not say where`,
        })
      const names = ownTexts(second, [first]).filter((text) => text !== own.id && text !== own.product.id)
      const answer = await api.send(endpoint, { json: withEntries(plain, [first, last]) })
      const there =
        what === 'properties'
          ? await given.listProperties(foreign.id, { as, query: { limit: 200 } })
          : await api.send('listItems', {
              as,
              query: {
                ...(await session.dialect.listQuery('listItems', {
                  productId: foreign.product.id,
                  workspaceId: foreign.product.workspaceId,
                })),
                limit: 200,
              },
            })
      const text = JSON.stringify(given.entriesOf(there))
      // Where the place of the whole request counts, an entry may well name another: then all are made there.
      verify('AUTH-22', answer).that({
        claim: `an entry that names a place of another organization makes nothing there (${what})`,
        holds: !names.some((name) => text.includes(name)),
        expected: 'nothing new in the other organization',
        received: `${answer.status}, and the entry is there`,
        hint: 'the organization may be compared for the first entry only',
      })
    },
  )
