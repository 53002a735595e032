import { assume, blocked, each, inTurn, pick, scenario, succeeded } from '#suite'
import type { Exchange, Given, MadeProduct, Sources } from '#suite'
import { controlAssignment } from './control-assignment.ts'
import { requireAccepted } from '../shared/json-writes.ts'

// `controlAssignment` sends a PATCH with a new part number for a product without one, which is accepted.

const needs = ['write', 'trace'] as const

/** Numbers that may not be given out again. */
const known = {
  'in use': (given: Given) => given.productWithPartNumber(),
  retired: (given: Given) => given.retiredPartNumber(),
} as const

for (const state of ['in use', 'retired'] as const)
  scenario(
    `another organization may use a part number that is ${state} here`,
    { verifies: ['PN-10'], needs: ['second-key', ...needs] },
    async ({ given, verify }) => {
      const as = 'other-organization'
      const { partNumber } = await known[state](given)
      const workspace_id = await given.workspace(as)
      const create = async (part_number: string) =>
        given.createProduct(await given.productBody({ workspace_id, part_number }), { as })
      const answer = await create(partNumber)
      // The control request: that organization may have a rule of its own for the format.
      given.requireSuccess(await create(given.partNumber()), 'PN-01')
      assume(answer.status !== 422, 'the other organization rejected the part number as invalid')
      verify('PN-10', answer).isAccepted()
      verify('PN-10', answer).shows({ part_number: partNumber })
    },
  )

for (const { state, atCreation } of [
  { state: 'in use', atCreation: 'PN-07' },
  { state: 'retired', atCreation: 'PN-04' },
] as const)
  scenario(
    `a creation that is rejected because its part number is ${state} creates nothing`,
    { verifies: ['PN-13'], needs },
    async ({ given, verify }) => {
      const { partNumber } = await known[state](given)
      const body = await given.productBody({ part_number: partNumber })
      const refused = await given.createProduct(body)
      assume(!succeeded(refused), blocked(atCreation, `the target accepted a part number ${state}`))
      const list = await given.listProducts(body.workspace_id, { query: { q: body.name } })
      verify('PN-13', list).eachHas('readable_id', { except: [body.readable_id] })
      const { part_number: _, ...withoutNumber } = body
      verify('PN-13', await given.createProduct(withoutNumber)).isAccepted()
    },
  )

/** A product, and a number that an update may not give it. */
interface RejectedNumber {
  readonly product: MadeProduct
  readonly number: string
}

const described = (given: Given): Promise<MadeProduct> => given.productWithoutPartNumber({ description: 'described' })

const rejectedNumbers = [
  {
    why: 'it is in use',
    id: 'PN-08',
    createProduct: async (given: Given): Promise<RejectedNumber> => {
      const { partNumber: number } = await given.productWithPartNumber()
      return { product: await described(given), number }
    },
  },
  {
    why: 'it is retired',
    id: 'PN-05',
    createProduct: async (given: Given): Promise<RejectedNumber> => {
      const { partNumber: number } = await given.retiredPartNumber()
      return { product: await described(given), number }
    },
  },
  {
    why: 'the product has another one',
    id: 'PN-11',
    createProduct: async (given: Given): Promise<RejectedNumber> => ({
      product: await given.productWithPartNumber({ description: 'described' }),
      number: given.partNumber(),
    }),
  },
] as const

for (const { why, id, createProduct } of rejectedNumbers)
  scenario(
    `an update whose part number is rejected because ${why} changes nothing`,
    { verifies: ['PN-14', id], needs },
    async (context) => {
      const { given, verify } = context
      await requireAccepted('updating a product', context)
      const { product, number } = await createProduct(given)
      const change = { name: given.name(), description: 'after', readable_id: given.readableId() }
      const refused = await given.update(product.id, { ...change, part_number: number })
      // Where other fields change as well, the number may come another way.
      verify(id, refused).hasStatus({ except: [200, 201, 202, 204] })
      const read = await given.read('product', product.id)
      verify('PN-14', read).shows(pick(product.exchange.json, Object.keys(change)))
    },
  )

scenario(
  'a product that had a second part number does not get its first one back',
  { verifies: ['PN-06'], needs },
  async (context) => {
    const { given, verify } = context
    const { partNumber, formerly } = await given.retiredPartNumber()
    given.requireSuccess(await given.update(formerly.id, { part_number: given.partNumber() }), 'PN-12')
    await given.removePartNumber(formerly.id)
    const answer = await given.update(formerly.id, { part_number: partNumber })
    const control = await controlAssignment(context, { workspace_id: formerly.workspaceId, as: 'own' })
    const hint = 'lookup too narrow: only the latest part number of a product seems to be compared'
    verify('PN-06', answer).isRefused({ status: 409, control, hint })
  },
)

/**
 * PATCH of four further part numbers in turn for a product that had one, each of them removed before the next; ends with the first that is
 * rejected.
 */
function furtherNumbers({ given, session }: Sources) {
  return session.shared('product that had several part numbers', async () => {
    const { partNumber, formerly } = await given.retiredPartNumber()
    const assignments: Array<{ readonly part_number: string; readonly answer: Exchange }> = []
    while (assignments.length < 4 && assignments.every(({ answer }) => succeeded(answer))) {
      const part_number = given.partNumber()
      const answer = await given.update(formerly.id, { part_number })
      await given.noUndeclaredRule([answer], { number: part_number, by: 'assignment' })
      assignments.push({ part_number, answer })
      if (succeeded(answer)) await given.removePartNumber(formerly.id)
    }
    return { partNumber, formerly, assignments }
  })
}

scenario(
  'a product accepts several part numbers one after another',
  { verifies: ['PN-12'], needs },
  async (context) => {
    const { assignments } = await furtherNumbers(context)
    // Another check judges that one number is accepted after another.
    await each(assignments.slice(1), async ({ part_number, answer }) => {
      context.verify('PN-12', answer).isAccepted(200)
      context.verify('PN-12', answer).shows({ part_number })
    })
  },
)

const onlyLatest = 'lookup too narrow: only the latest retired part number seems to be stored'
const cascade = 'cascade: the retired part number seems to be deleted together with the product'

scenario(
  'the first of several part numbers of a product stays retired, before and after the deletion of the product',
  { verifies: ['PN-22'], needs },
  async (context) => {
    const { given, verify } = context
    const { partNumber, formerly, assignments } = await furtherNumbers(context)
    const isWhole = assignments.every(({ answer }) => succeeded(answer))
    assume(isWhole, blocked('PN-12', 'the target rejected a further part number'))
    const create = async (part_number: string) => given.createProduct(await given.productBody({ part_number }))
    const control = (await given.productWithPartNumber()).exchange
    verify('PN-22', await create(partNumber)).isRefused({ control, hint: onlyLatest })
    given.requireSuccess(await given.remove('product', formerly.id), 'PROD-52')
    // The number of its creation, and one that it was assigned: they may be noted in different places.
    const created = await inTurn([partNumber, assignments.at(-1)?.part_number ?? partNumber], create)
    const { id } = await given.productWithoutPartNumber()
    const assigned = await given.update(id, { part_number: partNumber })
    verify('PN-22', [...created, assigned]).isRefused({ control, hint: cascade })
  },
)
