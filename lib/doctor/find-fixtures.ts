import { UntestedError } from '../checks/errors.ts'
import { RequestBudgetError } from '../client/unsent-errors.ts'
import { propertyTypes } from '../contract/patterns.ts'
import type { Api } from '../run/api.ts'
import type { Given } from '../run/given/given.ts'
import { entriesOf } from '../run/answer.ts'
import { Undiscovered } from '../dialect/undiscovered.ts'
import { publishedContent } from './published-content.ts'
import { idsIn, type Entry, type FoundFixture } from './found-fixture.ts'
import { asText } from '../contract/show.ts'

/** Bounds of the search: an organization may hold tens of thousands of everything. */
const pageSize = 50
const productsSearched = 6
const itemsSearched = 8

/** Looks through the beginnings of the lists for what checks can use. Reads only. */
export async function findFixtures(
  api: Api,
  given: Given,
  productParameter: string | undefined,
): Promise<readonly FoundFixture[]> {
  const workspaces = await orNone(async () => given.workspaces())
  const listed = await orNone(async () =>
    entriesOf(await given.listProducts(await given.workspace(), { query: { limit: pageSize } })),
  )
  const products = (await orNone(async () => given.existingProducts())).slice(0, productsSearched)
  const items = await itemsOf(api, products, productParameter)
  const properties = await propertiesOf(given, items)
  const files = await orNone(async () => entriesOf(await api.send('listFiles', { query: { limit: pageSize } })))
  return [
    counted('workspaces', workspaces.length),
    counted('products of the workspace', listed.length),
    counted('items of the first products', items.length),
    counted('properties of the first items', properties.length),
    typesAmong(properties),
    softDeletedAmong(properties),
    await publishedAmong({ api, given, productParameter }),
    counted('files', files.length),
  ]
}

/** By the same search as a run's. */
async function publishedAmong(sources: Parameters<typeof publishedContent>[0]): Promise<FoundFixture> {
  const name = 'published product'
  const published = await orNothing(async () => sources.given.publishedProduct())
  if (published === undefined) return { name, found: false, finding: 'none among the first products' }
  const finding = `${published.productId}, versions ${published.versions.join(', ')}`
  const content = await orNothing(async () => publishedContent(sources, published))
  return { name, found: true, finding, declare: { publishedProduct: { ...content, ...published } } }
}

async function itemsOf(api: Api, products: readonly Entry[], parameter: string | undefined): Promise<readonly Entry[]> {
  const found: Entry[] = []
  const queries = parameter === undefined ? [{}] : idsIn(products).map((id) => ({ [parameter]: id }))
  for (const query of queries) {
    const page = await orNone(async () =>
      entriesOf(await api.send('listItems', { query: { ...query, limit: pageSize } })),
    )
    found.push(...page.map((item) => ({ ...('product_id' in item ? {} : productOf(query)), ...item })))
  }
  return found
}

function productOf(query: Readonly<Record<string, string>>): Entry {
  const [productId] = Object.values(query)
  return productId === undefined ? {} : { product_id: productId }
}

async function propertiesOf(given: Given, items: readonly Entry[]): Promise<readonly Entry[]> {
  const found: Entry[] = []
  for (const id of idsIn(items).slice(0, itemsSearched)) {
    const query = { includeDeleted: true, limit: 100 }
    found.push(...(await orNone(async () => entriesOf(await given.listProperties(id, { query })))))
  }
  return found
}

function counted(name: string, count: number): FoundFixture {
  const many = count >= pageSize ? `${count} or more` : `${count}`
  return { name, found: count > 0, finding: count === 0 ? 'none' : many }
}

function typesAmong(properties: readonly Entry[]): FoundFixture {
  const seen = new Set(properties.map(({ type }) => asText(type).toLowerCase()))
  const there = propertyTypes.filter((type) => seen.has(type))
  const missing = propertyTypes.filter((type) => !seen.has(type))
  return {
    name: 'property types',
    found: missing.length === 0,
    finding: [there.join(', ') || 'none', ...(missing.length === 0 ? [] : [`not seen: ${missing.join(', ')}`])].join(
      '; ',
    ),
  }
}

function softDeletedAmong(properties: readonly Entry[]): FoundFixture {
  const [id] = idsIn(properties.filter(({ deleted }) => deleted === true))
  const name = 'soft-deleted property'
  if (id === undefined) return { name, found: false, finding: 'none among the first properties' }
  return { name, found: true, finding: id, declare: { softDeletedPropertyId: id } }
}

async function orNone<Value>(find: () => Promise<readonly Value[]>): Promise<readonly Value[]> {
  return (await orNothing(find)) ?? []
}

/** What cannot be found out is not there, for the doctor as for a run. */
async function orNothing<Value>(find: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof UntestedError || error instanceof Undiscovered || error instanceof RequestBudgetError)
      return undefined
    throw error
  }
}
