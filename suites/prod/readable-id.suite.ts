import {
  alwaysInside,
  alwaysOutside,
  errorCodeOf,
  forAll,
  insidePattern,
  outsidePattern,
  pick,
  putOutside,
  race,
  scenario,
  type Exchange,
  type InsidePattern,
  type OutsidePattern,
} from '#suite'

const needs = ['write'] as const
const contenders = 6

forAll(
  'a readable_id inside the pattern is taken',
  { verifies: ['PROD-27', 'PROD-18'], needs },
  async ({ given, verify }) => {
    await given.product()
    return {
      inputs: insidePattern(),
      examples: alwaysInside,
      holds: async ({ before, after }: InsidePattern) => {
        const readable_id = `${before}${given.word()}${after}`
        const answer = await given.createProduct(await given.productBody({ readable_id }))
        verify('PROD-27', answer).isAccepted()
        verify('PROD-18', answer).equals({
          claim: 'a creation gives the readable_id back as it was sent',
          expected: { readable_id },
          received: pick(answer.json, ['readable_id']),
        })
      },
    }
  },
)

/** Ids of one character tried: others may have the first ones, or have had them. */
const singlesTried = 6

scenario('a readable_id of one character is taken', { verifies: ['PROD-27'], needs }, async ({ given, verify }) => {
  const { body } = await given.product()
  const taken = refusalOf(await given.createProduct(await given.productBody({ readable_id: body.readable_id })))
  const characters = 'abcdefghijklmnopqrstuvwxyz0123456789_'
  const start = Math.floor(Math.random() * characters.length)
  for (let tried = 0; tried < singlesTried; tried += 1) {
    const readable_id = characters.charAt((start + tried * 7) % characters.length)
    const answer = await given.createProduct(await given.productBody({ readable_id }))
    if (refusalOf(answer) === taken) continue
    verify('PROD-27', answer).isAccepted()
    return
  }
})

scenario(
  'a readable_id that is the digit zero is taken',
  { verifies: ['PROD-27'], needs },
  async ({ given, verify }) => {
    const { body } = await given.product()
    const taken = refusalOf(await given.createProduct(await given.productBody({ readable_id: body.readable_id })))
    const answer = await given.createProduct(await given.productBody({ readable_id: '0' }))
    if (refusalOf(answer) === taken)
      given.untestable({ reason: 'capability-absent', cause: 'another product has, or had, the readable_id 0' })
    verify('PROD-27', answer).that({
      claim: 'a readable_id that is the digit zero is taken',
      holds: answer.status < 300,
      expected: 'a success',
      received: `${answer.status}`,
      hint: 'a text of one zero may pass for an empty one',
    })
  },
)

scenario('a readable_id of digits is taken', { verifies: ['PROD-27'], needs }, async ({ given, verify }) => {
  const readable_id = `${Date.now()}${Math.floor(Math.random() * 1e6)}`
  verify('PROD-27', await given.createProduct(await given.productBody({ readable_id }))).isAccepted()
})

scenario(
  'a readable_id taken in the workspace is refused on creation',
  { verifies: ['PROD-28'], needs },
  async ({ given, observe, verify }) => {
    const { body: first, workspaceId, exchange: control } = await given.product()
    const body = await given.productBody({ readable_id: first.readable_id })
    const answer = await given.createProduct(body)
    verify('PROD-28', answer).isRefused({ control })
    observe('PROD-28', 'taken readable_id', `${answer.status} ${errorCodeOf(answer) ?? ''}`.trimEnd())
    const { exchange } = await given.search(workspaceId, body.name)
    verify('PROD-28', exchange).equals({
      claim: 'a creation with a taken readable_id creates nothing',
      expected: [],
      received: given.entriesOf(exchange).filter(({ name }) => name === body.name),
    })
  },
)

scenario(
  'a readable_id that an update gave a product is refused on creation',
  { verifies: ['PROD-28'], needs },
  async ({ given, verify }) => {
    const product = await given.product()
    const readable_id = given.readableId()
    given.requireSuccess(await given.update(product.id, { readable_id }), 'PROD-41')
    given.requireShown(await given.readProduct(product.id), { fields: { readable_id }, by: 'PROD-41' })
    const answer = await given.createProduct(await given.productBody({ readable_id }))
    verify('PROD-28', answer).isRefused({
      control: product.exchange,
      hint: 'updates may not be written where the check looks',
    })
  },
)

scenario(
  'a readable_id of another workspace is free, at creation and on update',
  { verifies: ['PROD-29'], needs },
  async ({ given, verify }) => {
    const [here, there] = await given.twoWorkspaces()
    const one = await given.product({ workspace_id: here })
    const { readable_id } = one.body
    verify(
      'PROD-29',
      await given.createProduct(await given.productBody({ workspace_id: there, readable_id })),
    ).isAccepted()
    const [mine, other] = await Promise.all([
      given.product({ workspace_id: here }),
      given.product({ workspace_id: there }),
    ])
    given.requireSuccess(await given.update(mine.id, { readable_id: given.readableId() }), 'PROD-41')
    const answer = await given.update(mine.id, { readable_id: other.body.readable_id })
    verify('PROD-29', answer).isAccepted()
  },
)

scenario(
  'a readable_id of another organization is free',
  { verifies: ['PROD-29'], needs: ['write', 'second-key'], causedBy: ['WS-04'] },
  async ({ given, session, verify }) => {
    const as = 'other-organization'
    await session.ensureKey(as)
    // Two organizations may well have workspaces of the same names.
    for (const workspace_id of (await given.workspaces()).slice(0, 3)) {
      const { readable_id } = (await given.product({ workspace_id })).body
      for (const there of (await given.workspaces(as)).slice(0, 3)) {
        const body = await given.productBody({ workspace_id: there, readable_id })
        verify('PROD-29', await given.createProduct(body, { as })).isAccepted()
      }
    }
  },
)

scenario(
  'readable ids that differ at their ends only are told apart',
  { verifies: ['PROD-27'], needs },
  async ({ given, verify }) => {
    const long = `${given.readableId()}_${'long_'.repeat(12)}`
    const first = await given.createProduct(await given.productBody({ readable_id: `${long}1` }))
    if (first.status >= 400)
      given.untestable({
        reason: 'blocked',
        blockedBy: ['PROD-27'],
        cause: `a readable_id of ${long.length} characters`,
      })
    const answer = await given.createProduct(await given.productBody({ readable_id: `${long}2` }))
    verify('PROD-27', answer).isAccepted()
  },
)

race(
  'one of several simultaneous creations has the readable_id',
  { verifies: ['PROD-30'], needs, causedBy: ['PROD-27', 'PROD-28'] },
  async ({ given, verify }) => {
    const readable_id = given.readableId()
    const bodies = await Promise.all(Array.from({ length: contenders }, () => given.productBody({ readable_id })))
    const answers = await given.createProductsAtOnce(bodies)
    verify('PROD-30', answers[0]).that({
      claim: 'one creation is taken and the others are refused',
      holds: answers.filter(({ status }) => status >= 200 && status < 300).length === 1,
      expected: `one success and ${contenders - 1} refusals`,
      received: answers
        .map(({ status }) => status)
        .toSorted((one, other) => one - other)
        .join(' '),
      hint: 'the check and the insert may not be one step',
    })
  },
)

race(
  'one of several simultaneous updates has the readable_id',
  { verifies: ['PROD-45'], needs, causedBy: ['PROD-41'] },
  async ({ api, given, verify }) => {
    const readable_id = given.readableId()
    const products = await Promise.all(Array.from({ length: contenders }, () => given.product()))
    const answers = await api.simultaneously(
      products.map(({ id }) => api.request('updateProduct', { path: { product_id: id }, json: { readable_id } })),
    )
    verify('PROD-45', answers[0]).that({
      claim: 'one update is taken and the others are refused',
      holds: answers.filter(({ status }) => status >= 200 && status < 300).length === 1,
      expected: `one success and ${contenders - 1} refusals`,
      received: answers
        .map(({ status }) => status)
        .toSorted((one, other) => one - other)
        .join(' '),
      hint: 'the check and the update may not be one step',
    })
  },
)

scenario(
  'a readable_id inside the pattern is taken on update',
  { verifies: ['PROD-41'], needs },
  async ({ given, verify }) => {
    const { id } = await given.product()
    for (const { before, after } of alwaysInside) {
      const readable_id = `${before}${given.word()}${after}`
      const answer = await given.update(id, { readable_id })
      verify('PROD-41', answer).isAccepted(200)
      verify('PROD-41', answer).equals({
        claim: 'the answer shows the readable_id that was sent',
        expected: { readable_id },
        received: pick(answer.json, ['readable_id']),
      })
    }
  },
)

forAll(
  'a readable_id outside the pattern is refused on update',
  { verifies: ['PROD-44'], needs },
  async ({ given, verify }) => {
    const { id } = await given.product()
    const control = given.requireSuccess(await given.update(id, { readable_id: given.readableId() }), 'PROD-41')
    return {
      inputs: outsidePattern(),
      examples: alwaysOutside,
      holds: async (outside: OutsidePattern) => {
        const readable_id = putOutside(given.readableId(), outside)
        const answer = await given.update(id, { readable_id }, { broken: 'a readable_id outside the pattern' })
        verify('PROD-44', answer).isRefused({ status: 422, control })
      },
    }
  },
)

scenario('an empty readable_id is refused on update', { verifies: ['PROD-44'], needs }, async ({ given, verify }) => {
  const { id } = await given.product()
  const control = given.requireSuccess(await given.update(id, { readable_id: given.readableId() }), 'PROD-41')
  const answer = await given.update(id, { readable_id: '' }, { broken: 'an empty readable_id' })
  verify('PROD-44', answer).isRefused({ status: 422, control })
  const together = await given.update(id, { name: given.name(), readable_id: '' }, { broken: 'an empty readable_id' })
  verify('PROD-44', together).isRefused({ status: 422, control })
})

scenario(
  'a readable_id taken in the workspace is refused on update',
  { verifies: ['PROD-45'], needs },
  async ({ given, observe, verify }) => {
    const [one, other] = await Promise.all([given.product(), given.product()])
    const readable_id = given.readableId()
    const control = given.requireSuccess(await given.update(one.id, { readable_id }), 'PROD-41')
    const before = given.requireShown(await given.readProduct(one.id), { fields: { readable_id }, by: 'PROD-41' })
    const answer = await given.update(one.id, { readable_id: other.body.readable_id })
    verify('PROD-45', answer).isRefused({ control })
    observe('PROD-45', 'taken readable_id', `${answer.status} ${errorCodeOf(answer) ?? ''}`.trimEnd())
    const read = await given.readProduct(one.id)
    verify('PROD-45', read).equals({
      claim: 'the readable_id is as before the refused update',
      expected: pick(before.json, ['readable_id']),
      received: pick(read.json, ['readable_id']),
    })
    const together = await given.update(one.id, { name: given.name(), readable_id: other.body.readable_id })
    verify('PROD-45', together).isRefused({ control })
  },
)

scenario('the present readable_id is no conflict', { verifies: ['PROD-45'], needs }, async ({ given, verify }) => {
  const { id, body } = await given.product()
  const { readable_id } = body
  verify('PROD-45', await given.update(id, { readable_id })).isAccepted()
  verify('PROD-45', await given.update(id, { name: given.name(), readable_id })).isAccepted()
})

/** How the target refused, for comparison. */
function refusalOf(answer: Exchange): string {
  return `${answer.status} ${errorCodeOf(answer) ?? ''}`
}
