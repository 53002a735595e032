import { fieldOf, instantOf, pick, sameRecord, sameTime, scenario, type Exchange, type Given } from '#suite'

const needs = ['write'] as const
/** A record whose shape is wrong is no other record for that. */
const shapes = ['GEN-02', 'GEN-03', 'PROD-01', 'PROD-02', 'PROD-04', 'PROD-06', 'PROD-14', 'PROD-16'] as const

type Change = Readonly<Record<string, string>>

/** Claims that a record shows what an update gave. */
function showsChange(where: string, change: Change, record: unknown) {
  return {
    claim: `${where} shows what was updated`,
    expected: change,
    received: pick(record, Object.keys(change)),
  }
}

/** One field after the other, then several at once. */
const changesInTurn = (given: Given): readonly Change[] => [
  { name: given.name() },
  { description: 'added' },
  { description: 'after' },
  { readable_id: given.readableId() },
  { name: given.name(), description: 'after all', readable_id: given.readableId() },
]

scenario(
  'an update is answered with the updated product, and the next read shows it',
  { verifies: ['PROD-41'], needs, causedBy: ['GEN-04', ...shapes] },
  async ({ given, verify }) => {
    const { id } = await given.product()
    let before = await given.readProduct(id)
    for (const change of changesInTurn(given)) {
      const answer = await given.update(id, change)
      verify('PROD-41', answer).isAccepted(200)
      const read = await given.readProduct(id)
      verify('PROD-41', answer).equals(showsChange('the answer', change, answer.json))
      verify('PROD-41', read).equals(showsChange('the next read', change, read.json))
      const marks = isMovedLater(before, answer, read) ? ['updatedAt', 'updatedBy'] : []
      verify('PROD-41', answer).that(
        sameRecord('the product in the answer to an update', {
          kind: 'product',
          expected: read.json,
          received: answer.json,
          except: ['owner', 'createdAt', 'createdBy', ...marks],
        }),
      )
      before = read
    }
  },
)

/**
 * Whether the time of an update has moved on between its answer and the next read, but not by the update alone.
 * lawful: work that is done shortly after the answer; what the answer shows is then another time than the one before.
 */
function isMovedLater(before: Exchange, answer: Exchange, read: Exchange): boolean {
  const [earlier, told, shown] = [before, answer, read].map((exchange) => fieldOf(exchange, 'updatedAt'))
  const [first, last] = [instantOf(told), instantOf(shown)]
  return !sameTime(earlier, told) && first !== undefined && last !== undefined && last.milliseconds > first.milliseconds
}

scenario(
  'a search by the former name no longer finds a renamed product',
  { verifies: ['PROD-41'], needs, causedBy: ['GEN-04', 'PROD-36', 'PROD-38', ...shapes] },
  async ({ given, verify }) => {
    const { id, workspaceId } = await given.product()
    const [former, present] = [given.word(), given.word()]
    for (const name of [former, present]) given.requireSuccess(await given.update(id, { name }), 'PROD-41')
    const { exchange } = await given.eventually(
      () => given.search(workspaceId, former),
      ({ ids }) => !ids.includes(id.toLowerCase()),
    )
    verify('PROD-41', exchange).omits(id, 'a search by the former name does not find a renamed product')
  },
)

scenario('an empty name is refused on update', { verifies: ['PROD-43'], needs }, async ({ given, verify }) => {
  const { id } = await given.product()
  const control = given.requireSuccess(await given.update(id, { name: given.name() }), 'PROD-41')
  for (const others of [{}, { description: 'together' }]) {
    const answer = await given.update(id, { name: '', ...others }, { broken: 'an empty name' })
    verify('PROD-43', answer).isRefused({ status: 422, control })
  }
})

scenario(
  'an empty update is accepted and changes nothing',
  {
    verifies: ['PROD-49'],
    needs,
    causedBy: ['PROD-05', 'PROD-13', 'PROD-14', 'PROD-16', 'PROD-41', 'PROD-42'],
  },
  async ({ given, verify }) => {
    const { id } = await given.product({ description: 'described' })
    const before = await given.readProduct(id)
    const answer = await given.update(id, {})
    verify('PROD-49', answer).isAccepted(200)
    for (const exchange of [answer, await given.readProduct(id)])
      verify('PROD-49', exchange).that(
        sameRecord('the product after an empty update', {
          kind: 'product',
          expected: before.json,
          received: exchange.json,
          // lawful: an update that gives nothing may move the time all the same
          except: ['updatedAt', 'updatedBy'],
        }),
      )
  },
)
