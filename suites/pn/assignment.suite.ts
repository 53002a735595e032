import { randomInt } from 'node:crypto'
import { assume, errorCodeOf, inTurn, partNumberOf, scenario, succeeded } from '#suite'
import type { CheckContext, Exchange, Given, MadeProduct, Sources } from '#suite'
import { findEntry } from '../shared/find-product.ts'
import { whenNotLocked } from '../shared/when-not-locked.ts'
import { controlAssignment } from './control-assignment.ts'

// `controlAssignment` sends a PATCH with a new part number for a product without one, which is accepted.

const needs = ['write', 'trace'] as const
const byOthers = [...needs, 'same-org-key|control:create-key'] as const
const inPlace = { status: 422, code: 'PART_NUMBER_ALREADY_ASSIGNED' } as const

/** What an update gives beside the number. */
const others: ReadonlyArray<readonly [beside: string, change: (given: Given) => Readonly<Record<string, string>>]> = [
  ['without other changes', () => ({})],
  ['together with a new name', (given) => ({ name: given.name() })],
  ['together with a new description', (given) => ({ description: given.name() })],
  ['together with a new readable_id', (given) => ({ readable_id: given.readableId() })],
]

for (const [beside, change] of others) {
  const assignment = ({ given, session }: Sources) =>
    session.shared(`part number assigned ${beside}`, async () => {
      const { id } = await given.productWithoutPartNumber()
      const [part_number, fields] = [given.partNumber(), change(given)]
      const answer = await given.update(id, { ...fields, part_number })
      return { id, part_number, fields, answer, read: await given.readProduct(id) }
    })

  scenario(`a part number is assigned ${beside}`, { verifies: ['PN-02', 'PROD-41'], needs }, async (context) => {
    const { given, verify } = context
    const { part_number, fields, answer, read } = await assignment(context)
    await given.noUndeclaredRule([answer], { number: part_number, by: 'assignment' })
    verify('PN-02', answer).isAccepted(200)
    verify('PN-02', [answer, read]).shows({ part_number })
    verify('PROD-41', [answer, read]).shows(fields)
  })

  scenario(`a part number is removed ${beside}`, { verifies: ['PN-03', 'PROD-41'], needs }, async (context) => {
    const { given, verify } = context
    const { id, answer: assigned } = await assignment(context)
    given.requireSuccess(assigned, 'PN-02')
    const fields = change(given)
    const answer = await given.update(id, { ...fields, part_number: null })
    verify('PN-03', answer).isAccepted(200)
    const read = await given.readProduct(id)
    verify('PN-03', [answer, read]).shows({ part_number: undefined })
    verify('PROD-41', [answer, read]).shows(fields)
  })
}

/** A product whose number was removed, and the search for it since: later checks may give it another one. */
function searchAfterRemoval({ given, session }: Sources) {
  return session.shared('search for a product without its former number', async () => {
    const { formerly } = await given.retiredPartNumber()
    const found = await findEntry(given, formerly, { text: formerly.body.name, isExpected: hasNoNumber })
    return { formerly, ...found }
  })
}

scenario('the product list does not show a removed part number', { verifies: ['PN-03'], needs }, async (context) => {
  const { list, entry } = await searchAfterRemoval(context)
  context.verify('PN-03', list).shows({ part_number: undefined }, { in: entry })
})

/** Updates that leave the number as it is, although they give it. lawful: the contract shows for neither whether it is accepted */
const numbersAsTheyAre = [
  {
    what: 'the current part number',
    requirement: 'PROD-41',
    needs,
    createProduct: (given: Given) => given.productWithPartNumber(),
  },
  {
    what: 'null for an unset part_number',
    requirement: 'PN-12',
    needs: ['write'],
    createProduct: async (given: Given) => ({ ...(await given.productWithoutPartNumber()), partNumber: null }),
  },
] as const

for (const { what, requirement, needs: needed, createProduct } of numbersAsTheyAre)
  scenario(
    `an update with ${what} changes the other given fields`,
    { verifies: [requirement], needs: needed },
    async ({ given, verify }) => {
      const { id, partNumber } = await createProduct(given)
      const change = { name: given.name(), description: given.name() }
      const answer = await given.update(id, { ...change, part_number: partNumber })
      assume(succeeded(answer), { reason: 'capability-absent', cause: `the target rejected an update with ${what}` })
      verify(requirement, [answer, await given.readProduct(id)]).shows(change)
    },
  )

/** A product that has a number, and another number that it must reject. */
interface SecondNumber {
  readonly id: string
  readonly partNumber: string
  readonly other: string
  /** The assignment of a number like it to a product that had none, if the number is not like all others. */
  readonly control?: Exchange
}

const withNumber = async (given: Given): Promise<SecondNumber> => ({
  ...(await given.productWithPartNumber()),
  other: given.partNumber(),
})

/** The comparison with the current number may stop where that ends. */
const longer = async (given: Given): Promise<SecondNumber> => {
  const { id, partNumber } = await given.productWithPartNumber()
  return { id, partNumber, other: `${partNumber}-2` }
}

/** The comparison with the current number may take both for numbers. */
const ofDigits = async (given: Given): Promise<SecondNumber> => {
  const partNumber = `${randomInt(1e9, 1e10)}`
  const { id } = await given.productWithoutPartNumber()
  const first = await given.update(id, { part_number: partNumber })
  if (!succeeded(first))
    given.untestable({ reason: 'capability-absent', cause: 'the target rejected a part number with digits only' })
  return { id, partNumber, other: `0${partNumber}`, control: first }
}

/** The comparison with the current number may be less strict than that with those of others. */
const otherCase = async (given: Given): Promise<SecondNumber> => {
  const [small, capitals] = [given.partNumber().toLowerCase(), (number: string) => number.toUpperCase()]
  const { id } = await given.productWithoutPartNumber()
  const beside = await given.productWithoutPartNumber()
  const first = await given.update(id, { part_number: small })
  const second = await given.update(beside.id, { part_number: capitals(small) })
  // lawful: a number is the same in any letter case, is shown in one of them, or must be in one
  const areTwo = [first, second].every(succeeded) && partNumberOf(first.json) === small
  if (!areTwo || partNumberOf(second.json) === small)
    return given.untestable({
      reason: 'capability-absent',
      cause: 'the target treated part numbers that differ only in letter case as equal',
    })
  const other = small.replace(/[a-z]/, capitals)
  return { id, partNumber: small, other, control: first }
}

/** What was published may be mistaken for a product that has no number yet. */
const published = async (given: Given): Promise<SecondNumber> => {
  const product = await given.productWithPartNumber()
  await given.publish(await given.item({ product }))
  return { id: product.id, partNumber: product.partNumber, other: given.partNumber() }
}

interface Assignment {
  readonly id: string
  readonly part_number: string
  readonly as: 'own' | 'same-organization'
}

/** Gives a product a number, as another user once no lock is in the way. */
function assign(given: Given, { id, part_number, as }: Assignment): Promise<Exchange> {
  const send = () => given.update(id, { part_number }, { as })
  return as === 'own' ? send() : whenNotLocked(given, send)
}

for (const { how, createProduct, as = 'own', needs: more = [] } of [
  { how: '', createProduct: withNumber },
  { how: ' after its publication', createProduct: published, needs: ['control:publish-version'] },
  { how: ' sent by another key of the organization', createProduct: withNumber, as: 'same-organization' },
  { how: ' that begins with the current one', createProduct: longer },
  { how: ' that is the current one with a leading zero', createProduct: ofDigits },
  { how: ' that differs only in letter case', createProduct: otherCase },
] as const)
  scenario(
    `a product with a part number rejects another part number${how}`,
    { verifies: ['PN-11'], needs: [...(as === 'own' ? needs : byOthers), ...more] },
    async (context) => {
      const { given, verify } = context
      const { id, partNumber, other, control: ofItsKind } = await createProduct(given)
      const control = ofItsKind ?? (await controlAssignment(context, { workspace_id: await given.workspace(), as }))
      const refused = await assign(given, { id, part_number: other, as })
      // lawful: a number that a rule refuses is rejected for that
      const otherwise = [refused].filter((answer) => errorCodeOf(answer) !== inPlace.code)
      await given.noUndeclaredRule(otherwise, { number: other, by: 'assignment' })
      verify('PN-11', refused).isRefused({ ...inPlace, control })
      const read = await given.read('product', id)
      verify('PN-11', read).shows({ part_number: partNumber })
    },
  )

scenario(
  'a new part number is accepted after the old one is removed',
  { verifies: ['PN-12'], needs },
  async (context) => {
    const { given, verify } = context
    const { formerly } = await searchAfterRemoval(context)
    const next = given.partNumber()
    const answer = await given.update(formerly.id, { part_number: next })
    await given.noUndeclaredRule([answer], { number: next, by: 'assignment' })
    verify('PN-12', answer).isAccepted(200)
    verify('PN-12', answer).shows({ part_number: next })
  },
)

/** What happens to a product or beside it; returns the answers that show the product afterwards. */
type Happening = (
  product: MadeProduct,
  sources: Pick<CheckContext, 'given' | 'session'>,
) => Promise<readonly Exchange[]>

const changesOfOthers: Happening = async ({ id }, { given }) => {
  const changes = [{ name: given.name() }, { description: 'changed' }, { readable_id: given.readableId() }, {}]
  return inTurn(changes, async (change) => given.requireSuccess(await given.update(id, change), 'PROD-41'))
}

const deletions: Happening = async (product, { given }) => {
  const { formerly } = await given.retiredPartNumber()
  given.requireSuccess(await given.remove('product', formerly.id), 'PROD-52')
  const item = await given.item({ product })
  given.requireSuccess(await given.remove('item', item.id), 'ITEM-07')
  return []
}

const choiceOfBaseline: Happening = async ({ id }, { given, session }) => {
  const { version } = await session.controls.publishVersion(id)
  return [given.requireSuccess(await given.chooseBaseline(id, version), 'PROD-48')]
}
const stepsBetween = [
  { when: 'other fields change', doBetween: changesOfOthers, needs },
  { when: 'an item is deleted, or another product loses its number and is deleted', doBetween: deletions, needs },
  { when: 'a baseline is chosen', doBetween: choiceOfBaseline, needs: [...needs, 'control:publish-version'] },
] as const

for (const { when, doBetween, needs: needed } of stepsBetween)
  scenario(`a part number stays when ${when}`, { verifies: ['PN-21'], needs: needed }, async (context) => {
    const { given, session, verify } = context
    const product = await session.shared('product whose part number stays', () => given.productWithPartNumber())
    const answers = await doBetween(product, context)
    const shown = [...answers, await given.readProduct(product.id)]
    verify('PN-21', shown).shows({ part_number: product.partNumber })
  })

function hasNoNumber(record: unknown): boolean {
  return (partNumberOf(record) ?? undefined) === undefined
}
