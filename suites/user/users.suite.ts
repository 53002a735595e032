import { inferShape, scenario } from '#suite'

scenario("the organization's users are listed", { verifies: ['USER-01'] }, async ({ api, verify }) => {
  // Who stands in the list is open: not even the authors of resources have to.
  verify('USER-01', await api.send('listOrganizationUsers')).hasStatus(200)
})

scenario('the record of a user is observed', { verifies: ['USER-03'] }, async ({ api, given, observe }) => {
  const users = given.entriesOf(await api.send('listOrganizationUsers', { query: { limit: 200 } }))
  observe('USER-03', 'shape of a user', inferShape(users))
  const products = given.entriesOf(await given.listProducts(await given.workspace()))
  const authors = products.flatMap(({ createdBy }) =>
    typeof createdBy === 'object' && createdBy !== null && 'id' in createdBy ? [createdBy.id] : [],
  )
  if (authors.length === 0) return
  const ids = new Set(users.map(({ id }) => id))
  observe(
    'USER-03',
    'authors of products are listed',
    authors.every((id) => ids.has(id)),
  )
})
