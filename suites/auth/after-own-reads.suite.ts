import { scenario } from '#suite'

const as = 'other-organization'
const forbidden = { status: 403, code: 'forbidden' } as const
const hint = 'an answer that is kept may be given to whoever asks next'

// What answers are kept by is often the path serial: the owner's answer is there, and nobody asks whose it is.
const reads = [
  { what: 'product', endpoint: 'getProduct', id: 'AUTH-11' },
  { what: 'item', endpoint: 'getItem', id: 'AUTH-13' },
  { what: 'property', endpoint: 'getProperty', id: 'AUTH-15' },
  { what: "file's record", endpoint: 'getFile', id: 'AUTH-17' },
  { what: "file's content", endpoint: 'downloadFile', id: 'AUTH-19' },
] as const

for (const { what, endpoint, id } of reads)
  scenario(
    `a ${what} stays closed to another organization when its own has just read it`,
    { verifies: [id], needs: ['second-key', 'write'] },
    async ({ api, given, session, verify }) => {
      await session.ensureKey(as)
      const [property, file] = [await given.foreignProperty(), await given.foreignFile()]
      const { item } = property
      const path = { product_id: item.product.id, item_id: item.id, property_id: property.id, file_id: file.id }
      const control = given.requireSuccess(await api.send(endpoint, { path, as }), 'AUTH-23')
      const answer = await api.send(endpoint, { path })
      verify(id, answer).isRefused({ ...forbidden, control, hint })
    },
  )

for (const list of ['products of a workspace', 'properties of an item'] as const)
  scenario(
    `the ${list} stay closed to another organization when its own has just listed them`,
    { verifies: ['AUTH-21'], needs: ['second-key', 'write'] },
    async ({ given, session, verify }) => {
      await session.ensureKey(as)
      const { item } = await given.foreignProperty()
      const ask = (key: 'own' | typeof as) =>
        list === 'products of a workspace'
          ? given.listProducts(item.product.workspaceId, { as: key })
          : given.listProperties(item.id, { as: key })
      given.requireSuccess(await ask(as), 'AUTH-23')
      const answer = await ask('own')
      verify('AUTH-21', answer).that({
        claim: `the ${list} show nothing to another organization`,
        holds: answer.status >= 400 || given.entriesOf(answer).length === 0,
        expected: 'a refusal, or no entry',
        received: `${answer.status} with ${given.entriesOf(answer).length} entries`,
        hint,
      })
    },
  )

scenario(
  'a property that another organization has deleted is as closed as before',
  { verifies: ['AUTH-15'], needs: ['second-key', 'write'], causedBy: ['PROP-34'] },
  async ({ api, given, session, verify }) => {
    await session.ensureKey(as)
    const { id } = await given.property('text', { item: await given.foreignItem(), as })
    const path = { property_id: id }
    given.requireSuccess(await api.send('deleteProperty', { path, as }), 'PROP-34')
    for (const query of [{}, { type: 'text' }]) {
      const answer = await api.send('getProperty', { path, query })
      // What is deleted may be unknown to everybody.
      verify('AUTH-15', answer).that({
        claim: 'a deleted property of another organization is not shown',
        holds: answer.status === 403 || answer.status === 404,
        expected: '403, or 404 where nobody sees it',
        received: `${answer.status}`,
        hint: 'the deleted may be looked up in another place, where the organization is forgotten',
      })
    }
  },
)
