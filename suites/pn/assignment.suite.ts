import { randomInt } from 'node:crypto'
import { entriesOf, isRecord, partNumberOf, scenario } from '#suite'

const needs = ['write', 'trace'] as const

scenario(
  'a product without a number is assigned one',
  { verifies: ['PN-02'], needs },
  async ({ api, given, verify }) => {
    const product = await given.product()
    const number = given.partNumber()
    const answer = await given.update(product.id, { part_number: number })
    if (answer.status === 422) await given.noUndeclaredRule()
    verify('PN-02', answer).isAccepted(200)
    verify('PN-02', answer).equals({
      claim: 'the assignment answers the number',
      expected: number,
      received: partNumberOf(answer.json),
    })
    const read = await api.send('getProduct', { path: { product_id: product.id } })
    verify('PN-02', read).equals({
      claim: 'the next read shows the number assigned',
      expected: number,
      received: partNumberOf(read.json),
    })
  },
)

scenario(
  'a number is assigned, and removed, beside any other field',
  { verifies: ['PN-02', 'PN-03'], needs },
  async ({ given, verify }) => {
    for (const field of ['name', 'description', 'readable_id'] as const) {
      const change = (): object => ({ [field]: field === 'readable_id' ? given.readableId() : given.name() })
      const { id } = await given.product({ description: 'before' })
      const part_number = given.partNumber()
      const assigned = await given.update(id, { ...change(), part_number })
      if (assigned.status === 422) await given.noUndeclaredRule()
      verify('PN-02', assigned).isAccepted(200)
      const read = await given.readProduct(id)
      verify('PN-02', read).equals({
        claim: `a number is assigned beside a new ${field}`,
        expected: part_number,
        received: partNumberOf(read.json),
      })
      const removed = await given.update(id, { ...change(), part_number: null })
      verify('PN-03', removed).isAccepted(200)
      const bare = await given.readProduct(id)
      verify('PN-03', bare).equals({
        claim: `a number is removed beside a new ${field}`,
        expected: undefined,
        received: partNumberOf(bare.json) ?? undefined,
      })
    }
  },
)

scenario(
  'null removes the number from answer, read and list',
  { verifies: ['PN-03'], needs },
  async ({ api, given, verify }) => {
    const product = await given.productWithPartNumber()
    const answer = await given.update(product.id, { part_number: null })
    verify('PN-03', answer).isAccepted(200)
    const read = await api.send('getProduct', { path: { product_id: product.id } })
    const list = await given.listProducts(product.workspaceId, { query: { q: product.body.name } })
    const listed = entriesOf(list).filter(({ id }) => id === product.id)
    for (const [place, exchange, records] of [
      ['answer', answer, [answer.json]],
      ['read', read, [read.json]],
      ['list', list, listed],
    ] as const)
      for (const record of records)
        verify('PN-03', exchange).equals({
          claim: `the ${place} after the removal shows no number`,
          expected: undefined,
          received: partNumberOf(record) ?? undefined,
        })
  },
)

scenario(
  'a number is not changed in place, with the code that says so',
  { verifies: ['PN-11'], needs },
  async ({ api, given, verify }) => {
    const product = await given.productWithPartNumber()
    const other = given.partNumber()
    const control = given.requireSuccess(
      await given.update((await given.product()).id, { part_number: other }),
      'PN-02',
    )
    const refused = await given.update(product.id, { part_number: given.partNumber() })
    verify('PN-11', refused).isRefused({ status: 422, code: 'PART_NUMBER_ALREADY_ASSIGNED', control })
    const read = await api.send('getProduct', { path: { product_id: product.id } })
    verify('PN-11', read).equals({
      claim: 'the number is the same after a refused change',
      expected: product.partNumber,
      received: partNumberOf(read.json),
    })
  },
)

scenario(
  'a number is not changed in place by another key of the organization',
  { verifies: ['PN-11'], needs: [...needs, 'same-org-key|control:create-key'], causedBy: ['AUTH-23'] },
  async ({ given, session, verify }) => {
    await session.ensureKey('same-organization')
    const as = 'same-organization'
    const product = await given.productWithPartNumber()
    const control = given.requireSuccess(
      await given.update(product.id, { description: 'by another key' }, { as }),
      'AUTH-23',
    )
    const refused = await given.update(product.id, { part_number: given.partNumber() }, { as })
    verify('PN-11', refused).isRefused({ status: 422, code: 'PART_NUMBER_ALREADY_ASSIGNED', control })
  },
)

scenario(
  'a number is not changed in place to another spelling of it',
  { verifies: ['PN-11'], needs },
  async ({ given, verify }) => {
    const digits = `${randomInt(1e9, 1e10)}`
    const [product, other] = await Promise.all([given.product(), given.product()])
    const spelt = `0${digits}`
    const first = await given.update(product.id, { part_number: digits })
    if (first.status >= 400) given.untestable({ reason: 'capability-absent', cause: 'part numbers of digits alone' })
    const refused = await given.update(product.id, { part_number: spelt })
    // The control request: the same number for a product that has none.
    const control = await given.update(other.id, { part_number: spelt })
    if (control.status >= 400)
      given.untestable({ reason: 'blocked', blockedBy: ['PN-02'], cause: `${spelt} is refused` })
    verify('PN-11', refused).isRefused({
      status: 422,
      code: 'PART_NUMBER_ALREADY_ASSIGNED',
      control,
      hint: 'the comparison with the present number may take both for numbers',
    })
  },
)

scenario(
  'a new number is taken after the old one is removed',
  { verifies: ['PN-12'], needs },
  async ({ given, verify }) => {
    const { formerly } = await given.retiredPartNumber()
    const next = given.partNumber()
    const answer = await given.update(formerly.id, { part_number: next })
    verify('PN-12', answer).isAccepted(200)
    verify('PN-12', answer).equals({
      claim: 'the new number is answered',
      expected: next,
      received: partNumberOf(answer.json),
    })
  },
)

scenario(
  'the number stays when other fields change',
  { verifies: ['PN-21'], needs },
  async ({ api, given, verify }) => {
    const product = await given.productWithPartNumber()
    const changes = [{ name: given.name() }, { description: 'changed' }, { readable_id: given.readableId() }, {}]
    for (const change of changes) {
      given.requireSuccess(await given.update(product.id, change), 'PROD-41')
      const read = await api.send('getProduct', { path: { product_id: product.id } })
      verify('PN-21', read).that({
        claim: 'the number is there after a change of another field',
        holds: isRecord(read.json) && partNumberOf(read.json) === product.partNumber,
        expected: product.partNumber,
        received: String(partNumberOf(read.json)),
      })
    }
  },
)

scenario(
  'the number stays when a baseline is chosen',
  { verifies: ['PN-21'], needs: [...needs, 'control:publish-version'] },
  async ({ given, session, verify }) => {
    const product = await given.productWithPartNumber()
    const { version } = await session.controls.publishVersion(product.id)
    given.requireSuccess(await given.update(product.id, { baseline_version_number: version }), 'PROD-48')
    const read = await given.readProduct(product.id)
    verify('PN-21', read).equals({
      claim: 'the number is there after a baseline is chosen',
      expected: product.partNumber,
      received: partNumberOf(read.json),
    })
  },
)
