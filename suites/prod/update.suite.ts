import fc from 'fast-check'
import { forAll, isRecord, pick, race, scenario } from '#suite'
import { sameRecord } from './same-record.ts'

const needs = ['write'] as const
/** A record whose shape is wrong is no other record for that. */
const shapes = ['GEN-02', 'GEN-03', 'PROD-01', 'PROD-02', 'PROD-04', 'PROD-06', 'PROD-14', 'PROD-16'] as const
const fields = ['name', 'description', 'readable_id'] as const

scenario(
  'an update is answered with the updated product, and the next read shows it',
  { verifies: ['PROD-41'], needs, causedBy: ['GEN-04', ...shapes] },
  async ({ given, verify }) => {
    const { id, body } = await given.product({ description: 'before' })
    const changes = [
      { name: `${body.name} changed` },
      { description: 'after' },
      { readable_id: given.readableId() },
      { name: `${body.name} again`, description: 'after all', readable_id: given.readableId() },
    ]
    for (const change of changes) {
      const answer = await given.update(id, change)
      verify('PROD-41', answer).isAccepted(200)
      const read = await given.readProduct(id)
      for (const [place, exchange] of [
        ['answer', answer],
        ['next read', read],
      ] as const)
        verify('PROD-41', exchange).equals({
          claim: `the ${place} shows what was updated`,
          expected: change,
          received: pick(exchange.json, Object.keys(change)),
        })
      verify('PROD-41', answer).that(
        sameRecord('the product in the answer to an update', {
          expected: answer.json,
          received: read.json,
          except: ['owner', 'createdAt', 'createdBy'],
        }),
      )
    }
  },
)

scenario(
  'the next list shows what was updated',
  { verifies: ['PROD-41'], needs, causedBy: ['GEN-04', 'PROD-36', 'PROD-38', ...shapes] },
  async ({ given, verify }) => {
    const { id, workspaceId } = await given.product({ description: 'before' })
    const word = given.word()
    const changes = [
      { name: `${word} ${given.name()}` },
      { readable_id: given.readableId() },
      { name: `${word} ${given.name()} again`, description: 'after' },
    ]
    for (const change of changes) {
      given.requireSuccess(await given.update(id, change), 'PROD-41')
      const { exchange: list, complete } = await given.search(workspaceId, word)
      const entry = given.entriesOf(list).find((listed) => String(listed['id']).toLowerCase() === id.toLowerCase())
      if (entry !== undefined || complete)
        verify('PROD-41', list).equals({
          claim: 'the next list shows what was updated',
          expected: change,
          received: pick(entry, Object.keys(change)),
        })
      if (entry === undefined) continue
      const read = await given.readProduct(id)
      // What a list need not show is not compared, and neither is what was not changed: that is told of elsewhere.
      verify('PROD-41', list).that(
        sameRecord('the listed product after an update', {
          expected: read.json,
          received: entry,
          except: ['part_number', 'description', 'name', 'readable_id', 'workspace_id', 'id', 'owner'],
        }),
      )
    }
  },
)

scenario(
  'a description is added to a product without one',
  { verifies: ['PROD-41'], needs },
  async ({ given, verify }) => {
    const { id } = await given.product()
    const answer = await given.update(id, { description: 'added' })
    verify('PROD-41', answer).isAccepted(200)
    for (const exchange of [answer, await given.readProduct(id)])
      verify('PROD-41', exchange).equals({
        claim: 'a product shows the description that was added',
        expected: { description: 'added' },
        received: pick(exchange.json, ['description']),
      })
  },
)

/** What no update of one field may touch, where the product shows it. */
const bystanders = [
  ...fields,
  'workspace_id',
  'baseline_version_number',
  'archived',
  'status',
  'excludedStatusIds',
  'owner',
] as const

/** The named fields of a product; of an owner the id alone, for addresses of pictures may be signed anew each time. */
function untouched(product: unknown, names: readonly string[]): Readonly<Record<string, unknown>> {
  const shown = pick(product, names)
  return isRecord(shown['owner']) ? { ...shown, owner: shown['owner']['id'] } : shown
}

forAll(
  'an update changes only the fields given',
  { verifies: ['PROD-42'], needs, cost: 'costly' },
  async ({ given, verify }) => ({
    inputs: fc.subarray([...fields], { minLength: 1, maxLength: 2 }),
    examples: [['name'], ['description'], ['readable_id']],
    holds: async (given_: readonly string[]) => {
      const { id } = await given.product({ description: 'before' })
      const before = await given.readProduct(id)
      const change = pick({ name: given.name(), description: 'after', readable_id: given.readableId() }, given_)
      given.requireSuccess(await given.update(id, change), 'PROD-41')
      const after = await given.readProduct(id)
      const others = bystanders.filter((field) => !given_.some((name) => name === field))
      verify('PROD-42', after).equals({
        claim: `an update leaves ${others.filter((field) => fields.some((name) => name === field)).join(' and ')} and all else alone`,
        expected: untouched(before.json, others),
        received: untouched(after.json, others),
      })
    },
  }),
)

scenario(
  'an assignment or removal of a part number changes no other field',
  { verifies: ['PROD-42'], needs: ['write', 'trace'] },
  async ({ given, verify }) => {
    const { id } = await given.product({ description: 'before' })
    const before = await given.readProduct(id)
    for (const [part_number, by] of [
      [given.partNumber(), 'PN-02'],
      [null, 'PN-03'],
    ] as const) {
      given.requireSuccess(await given.update(id, { part_number }), by)
      const after = await given.readProduct(id)
      verify('PROD-42', after).equals({
        claim: `${part_number === null ? 'a removal' : 'an assignment'} of a number leaves all other fields alone`,
        expected: untouched(before.json, bystanders),
        received: untouched(after.json, bystanders),
      })
    }
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
  'an empty update is taken and changes nothing',
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
    const read = await given.readProduct(id)
    for (const exchange of [answer, read])
      verify('PROD-49', exchange).that(
        sameRecord('the product after an empty update', {
          expected: before.json,
          received: exchange.json,
          except: ['updatedAt', 'updatedBy'],
        }),
      )
  },
)

race(
  'simultaneous updates of different fields are all kept',
  { verifies: ['PROD-51'], needs, causedBy: ['PROD-41', 'PROD-42'] },
  async ({ api, given, verify }) => {
    const products = await Promise.all([
      given.product({ description: 'before' }),
      given.product({ description: 'before' }),
    ])
    const wishes = products.map(({ id }) => ({
      id,
      wish: { name: given.name(), description: `after ${given.word()}`, readable_id: given.readableId() },
    }))
    const answers = await api.simultaneously(
      wishes.flatMap(({ id, wish }) =>
        fields.map((field) => api.request('updateProduct', { path: { product_id: id }, json: pick(wish, [field]) })),
      ),
    )
    for (const answer of answers) given.requireSuccess(answer, 'PROD-41')
    for (const { id, wish } of wishes) {
      const read = await given.readProduct(id)
      verify('PROD-51', read).equals({
        claim: 'each of several simultaneous updates is kept',
        expected: wish,
        received: pick(read.json, fields),
        hint: 'an update may write all fields back as it read them',
      })
    }
  },
)
