import { expect, test } from 'vitest'
import { judgeReference } from '../../proof/judge/judge-reference.ts'
import { fieldOf } from '../../lib/run/answer.ts'
import type { Check } from '../../lib/run/check.ts'
import type { Given } from '../../lib/service/given/given.ts'
import type { MadeProduct } from '../../lib/service/given/made-product.ts'

/** Checks that each ask for a product, one after the other, and the products that they got. */
async function productsOf(
  uses: ReadonlyArray<(given: Given, id: string) => Promise<unknown>>,
  ask: (given: Given) => Promise<MadeProduct> = (given) => given.product(),
): Promise<{
  readonly ids: readonly string[]
  readonly problems: readonly unknown[]
}> {
  const ids: string[] = []
  const checks = uses.map((use, at): Check => ({
    title: `a check ${at}`,
    kind: 'scenario',
    verifies: [],
    covers: [],
    needs: ['write'],
    serial: true,
    run: async ({ given, api }) => {
      const { id, body } = await ask(given)
      const { json } = await api.send('getProduct', { path: { product_id: id } })
      ids.push(id)
      expect(json).toMatchObject({ name: body.name, readable_id: body.readable_id })
      await use(given, id)
    },
  }))
  const { record } = await judgeReference({ checks, order: (all) => all })
  return { ids, problems: record.harnessProblems }
}

/** Gives another product the readable_id of one, in each workspace that lets it. */
async function sharingReadableId(given: Given, id: string): Promise<void> {
  const readable_id = String(fieldOf(await given.read('product', id), 'readable_id'))
  for (const workspace_id of await given.twoWorkspaces())
    await given.createOrBlock(await given.productBody({ workspace_id, readable_id }))
}

const nothing = (): Promise<void> => Promise.resolve()

test('a product that a check only read, or was refused an update of, is handed on', async () => {
  const { ids, problems } = await productsOf([
    nothing,
    (given, id) => given.update(id, { name: '' }, { broken: 'an empty name' }),
    nothing,
  ])
  expect(problems).toEqual([])
  expect(new Set(ids).size).toBe(1)
})

test.each<readonly [string, (given: Given, id: string) => Promise<unknown>]>([
  ['renamed', (given, id) => given.update(id, { name: given.name() })],
  ['described', (given, id) => given.update(id, { description: 'described' })],
  ['given a part number', (given, id) => given.update(id, { part_number: given.partNumber() })],
  ['deleted', (given, id) => given.remove('product', id)],
  ['created beside one with its readable_id in another workspace', (given, id) => sharingReadableId(given, id)],
  ['changed by a check that failed', () => Promise.reject(new Error('of the check'))],
])('a product that was %s is not', async (_, use) => {
  const { ids } = await productsOf([use, nothing])
  expect(new Set(ids).size).toBe(2)
})

const empty = (given: Given): Promise<MadeProduct> => given.emptyProduct()

test('a product that was renamed, given a number or created for itself serves the next that need an empty one', async () => {
  const { ids, problems } = await productsOf(
    [
      (given, id) => given.update(id, { name: given.name() }),
      (given, id) => given.update(id, { part_number: given.partNumber() }),
      nothing,
    ],
    empty,
  )
  expect(problems).toEqual([])
  expect(new Set(ids).size).toBe(1)
  const others = await productsOf(
    [
      async (given) => given.createProduct(await given.productBody({ readable_id: given.readableId() })),
      nothing,
      nothing,
    ],
    empty,
  )
  expect(new Set(others.ids).size).toBe(2)
})

test.each<readonly [string, (given: Given, id: string) => Promise<unknown>]>([
  ['filled', async (given, id) => given.item({ product: { ...(await given.product()), id } })],
  ['deleted', (given, id) => given.remove('product', id)],
  ['renamed by another user', (given, id) => given.update(id, { name: given.name() }, { as: 'same-organization' })],
  ['given a name that a target may change', (given, id) => given.update(id, { name: `${given.name()}  ` })],
  ['changed by a check that failed', () => Promise.reject(new Error('of the check'))],
])('a product that was %s serves no other', async (_, use) => {
  const { ids } = await productsOf([use, nothing], empty)
  expect(new Set(ids).size).toBe(2)
})
