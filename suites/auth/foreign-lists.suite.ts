import { entriesOf, scenario, succeeded, type Exchange } from '#suite'

const as = 'other-organization'

// What narrows a list down may be looked up in another place, where the organization is forgotten.
const filtered = [
  { list: 'products', of: 'workspace', queries: [{}, { q: 'conformance' }] },
  { list: 'properties', of: 'item', queries: [{}, { type: 'text' }, { includeDeleted: true }] },
] as const

for (const { list, of, queries } of filtered)
  scenario(
    `a list of ${list} by a foreign ${of} gives no data`,
    { verifies: ['AUTH-21'], needs: ['second-key|fixture:foreign-ids'] },
    async ({ given, session, verify, observe }) => {
      const { mode, keys } = session.configuration
      // There must be something that could be given away.
      if (mode === 'read-write' && keys.otherOrganization !== undefined)
        await (of === 'workspace' ? given.foreignProduct() : given.foreignProperty())
      const id = await given.foreignId(of)
      for (const query of queries) {
        const answer =
          list === 'products' ? await given.listProducts(id, { query }) : await given.listProperties(id, { query })
        verify('AUTH-21', answer).that(holdsNothing(answer, `the list of ${list} by a foreign ${of}`))
        if (Object.keys(query).length === 0)
          observe('AUTH-21', `answer to a list of ${list} by a foreign ${of}`, answer.status)
      }
    },
  )

for (const list of ['products of a workspace', 'properties of an item'] as const)
  scenario(
    `the ${list} stay closed to another organization when its own has just listed them`,
    { verifies: ['AUTH-21'], needs: ['second-key', 'write'] },
    async ({ given, verify }) => {
      const { item } = await given.foreignProperty()
      const ask = (key: 'own' | typeof as) =>
        list === 'products of a workspace'
          ? given.listProducts(item.product.workspaceId, { as: key })
          : given.listProperties(item.id, { as: key })
      given.requireSuccess(await ask(as), 'AUTH-01')
      const answer = await ask('own')
      verify('AUTH-21', answer).that(holdsNothing(answer, `the list of ${list}, to another organization,`))
    },
  )

scenario(
  'a list of items by a foreign product gives no data',
  { verifies: ['AUTH-21'], needs: ['second-key', 'write'] },
  async ({ api, given, session, verify }) => {
    const { product } = await given.foreignItem()
    const own = await given.item()
    if ((await session.dialect.productParameter(own.product.id)) === undefined)
      return given.untestable({ reason: 'capability-absent', cause: 'the list of items takes no product' })
    const place = { productId: product.id, workspaceId: product.workspaceId }
    const answer = await api.send('listItems', { query: await session.dialect.listQuery('listItems', place) })
    verify('AUTH-21', answer).that(holdsNothing(answer, 'the list of items by a foreign product'))
  },
)

scenario(
  'a list of properties by a foreign item as of a version gives no data',
  { verifies: ['AUTH-21'], needs: ['second-key', 'write', 'control:publish-version'] },
  async ({ given, session, verify }) => {
    const item = await given.item({ product: await given.product({}, { as }), as })
    await given.property('text', { item, as })
    const { version } = await session.controls.publishVersion(item.product.id)
    const answer = await given.listProperties(item.id, { query: { version } })
    verify('AUTH-21', answer).that(holdsNothing(answer, 'the list of a foreign item as of a version'))
  },
)

/** lawful: 403 is expected, and any refusal or an empty list gives nothing away. */
function holdsNothing(answer: Exchange, what: string) {
  const entries = entriesOf(answer).length
  return {
    claim: `${what} holds no entry`,
    holds: !succeeded(answer) || entries === 0,
    expected: 'a refusal, or no entry',
    received: `${answer.status} with ${entries} entries`,
    hint: 'the organization of the key may not be compared',
  }
}
