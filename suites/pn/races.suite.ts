import { race } from '#suite'

const needs = ['write', 'trace'] as const
const contenders = 6

race(
  'one of several simultaneous creations has the number',
  { verifies: ['PN-18'], needs, causedBy: ['PN-01', 'PN-07', 'PN-09'] },
  async ({ given, verify }) => {
    await given.noUndeclaredRule()
    const part_number = given.partNumber()
    const bodies = await Promise.all(Array.from({ length: contenders }, () => given.productBody({ part_number })))
    const answers = await given.createProductsAtOnce(bodies)
    verify('PN-18', answers[0]).oneWins({
      claim: 'one creation is accepted and the others conflict',
      answers,
      others: 409,
      hint: 'the check and the insert may not be one step',
    })
  },
)

race(
  'one of several simultaneous creations in two workspaces has the number',
  { verifies: ['PN-18'], needs, causedBy: ['PN-01', 'PN-07', 'PN-09'] },
  async ({ given, verify }) => {
    await given.noUndeclaredRule()
    const part_number = given.partNumber()
    const places = await given.twoWorkspaces()
    const bodies = await Promise.all(
      Array.from({ length: contenders }, (_, index) =>
        given.productBody({ part_number, workspace_id: places[index % 2 === 0 ? 0 : 1] }),
      ),
    )
    // A rule may be configured that holds in one of the two only.
    const answers = await given.createProductsAtOnce(bodies)
    if (answers.some(({ status }) => status === 422))
      given.untestable({ reason: 'capability-absent', cause: 'two workspaces with one rule for part numbers' })
    verify('PN-18', answers[0]).oneWins({
      claim: 'one creation is accepted and the others conflict, whatever the workspace',
      answers,
      others: 409,
      hint: 'each workspace may have a lock of its own',
    })
  },
)

race(
  'one of several simultaneous assignments has the number',
  { verifies: ['PN-19'], needs, causedBy: ['PN-02', 'PN-08', 'PN-09'] },
  async ({ api, given, verify }) => {
    await given.noUndeclaredRule()
    const part_number = given.partNumber()
    const products = await Promise.all(Array.from({ length: contenders }, () => given.product()))
    const answers = await api.simultaneously(
      products.map(({ id }) => api.request('updateProduct', { path: { product_id: id }, json: { part_number } })),
    )
    verify('PN-19', answers[0]).oneWins({
      claim: 'one assignment is accepted and the others conflict',
      answers,
      others: 409,
      hint: 'the check and the update may not be one step',
    })
  },
)

race(
  'one of an assignment and a creation at the same time has the number',
  { verifies: ['PN-20'], needs, causedBy: ['PN-01', 'PN-02', 'PN-07', 'PN-08', 'PN-09'] },
  async ({ api, given, verify }) => {
    const part_number = given.partNumber()
    await given.noUndeclaredRule()
    const product = await given.product()
    const json = await given.productBody({ part_number })
    const answers = await api.simultaneously([
      api.request('updateProduct', { path: { product_id: product.id }, json: { part_number } }),
      api.request('createProduct', { json }),
    ])
    verify('PN-20', answers[0]).oneWins({
      claim: 'one of the two is accepted and the other conflicts',
      answers,
      others: 409,
      hint: 'creation and assignment may check different places',
    })
  },
)
