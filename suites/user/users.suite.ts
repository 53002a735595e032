import { assume, fieldOf, inferShape, isRecord, scenario } from '#suite'

scenario('the users of the organization are listed', { verifies: ['USER-01'] }, async ({ api, verify }) => {
  // Who stands in the list is open: not even the authors of resources have to.
  verify('USER-01', await api.send('listOrganizationUsers')).hasStatus(200)
})

scenario(
  'the list of users is not empty if products show authors',
  { verifies: ['USER-01'] },
  async ({ api, given, verify }) => {
    const products = given.entriesOf(await given.listProducts(await given.workspace(), { query: { limit: 50 } }))
    assume(!products.every(({ createdBy }) => !isRecord(createdBy)), {
      reason: 'missing-fixture',
      cause: 'no product of the first workspace showed its author',
    })
    const answer = given.requireSuccess(await api.send('listOrganizationUsers'), 'USER-01')
    // lawful: authors may be accounts of keys that are no users, but a user has made those keys; and a user may be a string.
    verify('USER-01', answer).hasEntries({ least: 1 })
  },
)

scenario('the fields of a user are observed', { verifies: ['USER-03'] }, async ({ api, given, observe }) => {
  const users = given.entriesOf(await api.send('listOrganizationUsers', { query: { limit: 200 } }))
  observe('USER-03', 'shape of a user', inferShape(users))
  const products = given.entriesOf(await given.listProducts(await given.workspace()))
  const authors = products.flatMap(({ createdBy }) => fieldOf({ json: createdBy }, 'id') ?? [])
  assume(authors.length > 0)
  const ids = new Set(users.map(({ id }) => id))
  observe(
    'USER-03',
    'the authors of products are in the list of users',
    authors.every((id) => ids.has(id)),
  )
})
