import { bodyDigest } from '../client/body-digest.ts'
import { succeeded } from '../client/succeeded.ts'
import type { DeclaredFile, DeclaredValue } from '../config/target-file.ts'
import { isRecord } from '../contract/is-record.ts'
import type { Api } from '../run/api.ts'
import { entriesOf, sameId, type Entry } from '../run/answer.ts'
import type { Given } from '../run/given/given.ts'
import type { PublishedProduct } from '../run/given/published-product.ts'
import { idsIn } from './found-fixture.ts'

interface Sources {
  readonly api: Api
  readonly given: Given
  /** The name of the parameter that narrows the list of items down to a product, where it has one. */
  readonly productParameter: string | undefined
}

interface Content {
  readonly values?: readonly DeclaredValue[]
  readonly files?: readonly DeclaredFile[]
}

/** Bounds: a product may hold thousands of each. */
const itemsRead = 3
const propertiesRead = 8
const filesRead = 4

/**
 * What the versions of a product hold, for the target file. Not the draft: whoever works on it would make the declaration
 * wrong, while a version never changes. Reads only.
 */
export async function publishedContent(sources: Sources, product: PublishedProduct): Promise<Content> {
  const [values, files] = [await valuesOf(sources, product), await filesOf(sources, product)]
  return { ...(values.length > 0 && { values }), ...(files.length > 0 && { files }) }
}

async function valuesOf(sources: Sources, product: PublishedProduct): Promise<readonly DeclaredValue[]> {
  const { api, given, productParameter } = sources
  const query = { limit: 100, ...(productParameter === undefined ? {} : { [productParameter]: product.productId }) }
  const listed = entriesOf(await api.send('listItems', { query }))
  const items = productParameter === undefined ? listed.filter(isOf(product)) : listed
  const pages = await Promise.all(
    idsIn(items)
      .slice(0, itemsRead)
      .map((id) => given.listProperties(id, { query: { limit: 100 } })),
  )
  const ids = pages.flatMap((page) => idsIn(entriesOf(page))).slice(0, propertiesRead)
  const declared = await Promise.all(
    ids.map(async (propertyId) => ({
      propertyId,
      byVersion: await eachVersion(product, async (version) => {
        const answer = await given.read('property', propertyId, { query: { version } })
        return succeeded(answer) && isRecord(answer.json) ? answer.json['value'] : undefined
      }),
    })),
  )
  return declared.filter(({ byVersion }) => Object.keys(byVersion).length > 0)
}

async function filesOf({ given }: Sources, product: PublishedProduct): Promise<readonly DeclaredFile[]> {
  const ids = idsIn((await given.listedFiles()).filter((file) => isLinkedIn(file, product))).slice(0, filesRead)
  const declared = await Promise.all(
    ids.map(async (fileId) => ({
      fileId,
      sha256: await eachVersion(product, async (version) => {
        const answer = await given.download(fileId, { version, product_id: product.productId })
        return succeeded(answer) ? bodyDigest(answer) : undefined
      }),
    })),
  )
  return declared.filter(({ sha256 }) => Object.keys(sha256).length > 0)
}

/** What is found in each version; those in which nothing is found are left out. */
async function eachVersion<Found>(
  { versions }: PublishedProduct,
  find: (version: number) => Promise<Found | undefined>,
): Promise<Readonly<Record<string, Found>>> {
  const found: Record<string, Found> = {}
  for (const version of versions) {
    const one = await find(version)
    if (one !== undefined) found[version] = one
  }
  return found
}

function isOf({ productId }: PublishedProduct): (entry: Entry) => boolean {
  return (entry) => sameId(entry['product_id'], productId)
}

function isLinkedIn({ used_in: usages }: Entry, { productId }: PublishedProduct): boolean {
  return Array.isArray(usages) && usages.some((usage) => isRecord(usage) && sameId(usage['product_id'], productId))
}
