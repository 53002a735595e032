import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import {
  alwaysInside,
  assume,
  blocked,
  each,
  errorCodeOf,
  fieldOf,
  forAll,
  insidePattern,
  isRecord,
  putInside,
  scenario,
  asText,
  shownId,
  succeeded,
} from '#suite'
import type { Exchange, Given, InsidePattern, MadeProduct, ProductBody } from '#suite'

const needs = ['write'] as const

const character = (): string => 'abcdefghijklmnopqrstuvwxyz0123456789_'.charAt(randomInt(37))
const digits = (): string => `${Date.now()}${randomInt(1e6)}`

/** Short ids: others may have them, or have had them, and then others are tried. */
const short: readonly InsidePattern[] = [
  { before: '0', after: '', alone: true },
  { before: '_'.repeat(randomInt(2, 50)), after: '', alone: true },
  { before: character(), after: '', alone: true },
]

forAll(
  'creating a product with a readable_id that matches the pattern is accepted and returns it',
  { verifies: ['PROD-27', 'PROD-18'], needs, cost: 'batch' },
  async ({ given, verify }) => {
    const { body } = await given.product()
    const inUse = refusalOf(await given.createProduct(await given.productBody({ readable_id: body.readable_id })))
    return {
      inputs: fc.array(insidePattern(), { minLength: 1, maxLength: 2 }),
      examples: [[...short, { before: digits(), after: '', alone: true }, ...alwaysInside]],
      holds: async (batch: readonly InsidePattern[]) => {
        await each(batch, async (inside) => {
          const readable_id = putInside(given.word(), inside)
          const answer = await given.createOrBlock(await given.productBody({ readable_id }))
          const isInUse = !succeeded(answer) && refusalOf(answer) === inUse
          assume(!(inside.alone && isInUse))
          verify('PROD-27', answer).isAccepted()
          verify('PROD-18', answer).shows({ readable_id })
        })
      },
    }
  },
)

/** How a product comes by the readable_id that it has. */
const holders = [
  { how: 'in use in the workspace', idInUse: async (_: Given, { body }: MadeProduct) => body.readable_id },
  {
    how: 'that an update gave a product',
    idInUse: async (given: Given, { id }: MadeProduct) => {
      const readable_id = given.readableId()
      given.requireSuccess(await given.update(id, { readable_id }), 'PROD-41')
      given.requireShown(await given.readProduct(id), { fields: { readable_id }, by: 'PROD-41' })
      return readable_id
    },
  },
] as const

for (const { how, idInUse } of holders)
  scenario(
    `creating a product with a readable_id ${how} is rejected and creates nothing`,
    { verifies: ['PROD-28'], needs },
    async ({ given, observe, verify }) => {
      const product = await given.product()
      const { workspaceId, exchange: control } = product
      const body = await given.productBody({ readable_id: await idInUse(given, product) })
      const answer = await given.createProduct(body)
      verify('PROD-28', answer).isRefused({
        control,
        hint: 'uniqueness check: an update does not seem to add its readable_id to the table that is looked up',
      })
      observe('PROD-28', 'taken readable_id', refusalOf(answer))
      const { exchange } = await given.search(workspaceId, body.name)
      verify('PROD-28', exchange).eachHas('name', { except: [body.name] }, { mayBeMissing: true })
    },
  )

/** More than what one page of a careless search for the id holds. */
const longList = 51

scenario(
  'a readable_id in use is rejected at both ends of a long list of products and in the middle',
  // The list is read when nothing comes or goes.
  { verifies: ['PROD-28'], needs, serial: true },
  async ({ given, verify }) => {
    const products = (await given.listWindow('products')).entries.filter(isRecord)
    assume(products.length >= longList, `the list had fewer than ${longList} products`)
    const middle = Math.floor(products.length / 2)
    await each([products[0], products[middle], products.at(-1)], async (product = {}) => {
      const [workspace_id, readable_id] = [shownId(product, 'workspace_id'), asText(product['readable_id'])]
      assume(
        /^[a-z0-9_]+$/.test(readable_id),
        blocked('PROD-02', 'the list showed a readable_id with other characters'),
      )
      const { exchange: control } = await given.product({ workspace_id })
      const answer = await given.createProduct(await given.productBody({ workspace_id, readable_id }))
      const read = await given.read('product', shownId(product))
      assume(fieldOf(read, 'readable_id') === readable_id)
      verify('PROD-28', answer).isRefused({
        control,
        hint: 'uniqueness check: it seems to see only one page of the products',
      })
    })
  },
)

/** How a product asks for a readable_id. */
const asking = {
  creation: async (given: Given, body: ProductBody) => given.createOrBlock(body),
  update: async (given: Given, { workspace_id, readable_id }: ProductBody) => {
    const { id } = await given.product({ workspace_id })
    given.requireSuccess(await given.update(id, { readable_id: given.readableId() }), 'PROD-41')
    return given.update(id, { readable_id })
  },
} as const

for (const [by, sendWithId] of Object.entries(asking))
  scenario(
    `a readable_id in use in another workspace is accepted by ${by}`,
    { verifies: ['PROD-29'], needs },
    async ({ given, verify }) => {
      const [here, there] = await given.twoWorkspaces()
      const { readable_id } = (await given.product({ workspace_id: here })).body
      const answer = await sendWithId(given, await given.productBody({ workspace_id: there, readable_id }))
      verify('PROD-29', answer).isAccepted()
    },
  )

scenario(
  'a readable_id in use in another organization is accepted',
  { verifies: ['PROD-29'], needs: ['write', 'second-key'] },
  async ({ given, verify }) => {
    const as = 'other-organization'
    // Two organizations may well have workspaces of the same names; the other key makes products in these.
    await each(await given.writableWorkspaces(), async (workspace_id) => {
      const { readable_id } = (await given.product({ workspace_id })).body
      await each(await given.writableWorkspaces(as), async (there) => {
        const body = await given.productBody({ workspace_id: there, readable_id })
        verify('PROD-29', await given.createOrBlock(body, { as })).isAccepted()
      })
    })
  },
)

scenario(
  'an update of a product to a readable_id that matches the pattern is accepted',
  { verifies: ['PROD-41'], needs },
  async ({ given, verify }) => {
    const { id } = await given.emptyProduct()
    await each(alwaysInside, async (inside) => {
      const readable_id = putInside(given.word(), inside)
      const answer = await given.update(id, { readable_id })
      verify('PROD-41', answer).isAccepted(200)
      verify('PROD-41', answer).shows({ readable_id })
    })
  },
)

/** Products that ask for a readable_id that another one has. */
const askers = [
  { which: 'a product', needs, createOther: (given: Given) => given.emptyProduct() },
  {
    which: 'a product that was published',
    needs: [...needs, 'control:publish-version'],
    createOther: async (given: Given) => {
      const item = await given.item()
      await given.publish(item)
      return item.product
    },
  },
] as const

for (const { which, needs: needed, createOther } of askers)
  scenario(
    `an update of ${which} to a readable_id in use in the workspace is rejected`,
    { verifies: ['PROD-45'], needs: needed },
    async ({ given, observe, verify }) => {
      const one = await createOther(given)
      const other = await given.product({ workspace_id: one.workspaceId })
      const readable_id = given.readableId()
      const control = given.requireSuccess(await given.update(one.id, { readable_id }), 'PROD-41')
      given.requireShown(await given.readProduct(one.id), { fields: { readable_id }, by: 'PROD-41' })
      const inUse = { readable_id: other.body.readable_id }
      const alone = await given.update(one.id, inUse)
      const together = await given.update(one.id, { name: given.name(), ...inUse })
      observe('PROD-45', 'taken readable_id', refusalOf(alone))
      verify('PROD-45', [alone, together]).isRefused({ control })
      verify('PROD-45', await given.readProduct(one.id)).shows({ readable_id })
    },
  )

scenario(
  'an update of a product with its current readable_id is accepted',
  { verifies: ['PROD-45'], needs },
  async ({ given, verify }) => {
    const { id, body } = await given.product()
    const { readable_id } = body
    verify('PROD-45', await given.update(id, { readable_id })).isAccepted()
    verify('PROD-45', await given.update(id, { name: given.name(), readable_id })).isAccepted()
  },
)

/** How the target refused, for comparison. */
function refusalOf(answer: Exchange): string {
  return `${answer.status} ${errorCodeOf(answer) ?? ''}`.trimEnd()
}
