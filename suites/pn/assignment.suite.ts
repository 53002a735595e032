import { randomInt } from 'node:crypto'
import { partNumberOf, scenario } from '#suite'
import { findEntry } from '../subjects/find-product.ts'
import { showsNumber } from '../subjects/shows-number.ts'

const needs = ['write', 'trace'] as const
const byOthers = [...needs, 'same-org-key|control:create-key'] as const
const inPlace = { status: 422, code: 'PART_NUMBER_ALREADY_ASSIGNED' } as const
const others = ['name', 'description', 'readable_id'] as const

scenario('a product without a number is assigned one', { verifies: ['PN-02'], needs }, async ({ given, verify }) => {
  const { id } = await given.product()
  const number = given.partNumber()
  const answer = await given.update(id, { part_number: number })
  if (answer.status === 422) await given.noUndeclaredRule()
  verify('PN-02', answer).isAccepted(200)
  verify('PN-02', answer).that(showsNumber('the assignment answers the number', number, answer.json))
  const read = await given.read('product', id)
  verify('PN-02', read).that(showsNumber('the next read shows the number assigned', number, read.json))
})

for (const field of others)
  scenario(
    `a number is assigned, and removed, beside a new ${field}`,
    { verifies: ['PN-02', 'PN-03'], needs },
    async ({ given, verify }) => {
      const change = (): object => ({ [field]: field === 'readable_id' ? given.readableId() : given.name() })
      const { id } = await given.product({ description: 'before' })
      const part_number = given.partNumber()
      const assigned = await given.update(id, { ...change(), part_number })
      if (assigned.status === 422) await given.noUndeclaredRule()
      verify('PN-02', assigned).isAccepted(200)
      const read = await given.readProduct(id)
      verify('PN-02', read).that(showsNumber(`a number is assigned beside a new ${field}`, part_number, read.json))
      const removed = await given.update(id, { ...change(), part_number: null })
      verify('PN-03', removed).isAccepted(200)
      const bare = await given.readProduct(id)
      verify('PN-03', bare).that(showsNumber(`a number is removed beside a new ${field}`, undefined, bare.json))
    },
  )

scenario(
  'null removes the number from answer, read and list',
  { verifies: ['PN-03'], needs },
  async ({ given, verify }) => {
    const product = await given.productWithPartNumber()
    const answer = await given.update(product.id, { part_number: null })
    verify('PN-03', answer).isAccepted(200)
    verify('PN-03', answer).that(showsNumber('the answer to the removal shows no number', undefined, answer.json))
    const read = await given.read('product', product.id)
    verify('PN-03', read).that(showsNumber('the next read shows no number', undefined, read.json))
    const { list, entry } = await findEntry(given, product, { text: product.body.name, isDue: hasNoNumber })
    verify('PN-03', list).that(showsNumber('the list after the removal shows no number', undefined, entry))
  },
)

scenario(
  'a number is not changed in place, with the code that says so',
  { verifies: ['PN-11'], needs },
  async ({ given, verify }) => {
    const product = await given.productWithPartNumber()
    const free = await given.product()
    const control = given.requireSuccess(await given.update(free.id, { part_number: given.partNumber() }), 'PN-02')
    const refused = await given.update(product.id, { part_number: given.partNumber() })
    verify('PN-11', refused).isRefused({ ...inPlace, control })
    const read = await given.read('product', product.id)
    const claim = 'the number is the same after a refused change'
    verify('PN-11', read).that(showsNumber(claim, product.partNumber, read.json))
  },
)

scenario(
  'a number is not changed in place by another key of the organization',
  { verifies: ['PN-11'], needs: byOthers, causedBy: ['AUTH-23'] },
  async ({ given, verify }) => {
    const as = 'same-organization'
    const { id } = await given.productWithPartNumber()
    const control = given.requireSuccess(await given.update(id, { description: 'by another key' }, { as }), 'AUTH-23')
    const refused = await given.update(id, { part_number: given.partNumber() }, { as })
    verify('PN-11', refused).isRefused({ ...inPlace, control })
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
      ...inPlace,
      control,
      hint: 'the comparison with the present number may take both for numbers',
    })
  },
)

scenario(
  'a new number is accepted after the old one is removed',
  { verifies: ['PN-12'], needs },
  async ({ given, verify }) => {
    const { formerly } = await given.retiredPartNumber()
    const next = given.partNumber()
    const answer = await given.update(formerly.id, { part_number: next })
    verify('PN-12', answer).isAccepted(200)
    verify('PN-12', answer).that(showsNumber('the new number is answered', next, answer.json))
  },
)

scenario('the number stays when other fields change', { verifies: ['PN-21'], needs }, async ({ given, verify }) => {
  const { id, partNumber } = await given.productWithPartNumber()
  const changes = [{ name: given.name() }, { description: 'changed' }, { readable_id: given.readableId() }, {}]
  for (const change of changes) {
    given.requireSuccess(await given.update(id, change), 'PROD-41')
    const read = await given.read('product', id)
    verify('PN-21', read).that(
      showsNumber('the number is there after a change of another field', partNumber, read.json),
    )
  }
})

scenario(
  'the number stays when a baseline is chosen',
  { verifies: ['PN-21'], needs: [...needs, 'control:publish-version'] },
  async ({ given, session, verify }) => {
    const { id, partNumber } = await given.productWithPartNumber()
    const { version } = await session.controls.publishVersion(id)
    given.requireSuccess(await given.update(id, { baseline_version_number: version }), 'PROD-48')
    const read = await given.readProduct(id)
    verify('PN-21', read).that(showsNumber('the number is there after a baseline is chosen', partNumber, read.json))
  },
)

function hasNoNumber(record: unknown): boolean {
  return (partNumberOf(record) ?? undefined) === undefined
}
