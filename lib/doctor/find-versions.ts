import type { Api } from '../run/api.ts'
import { idsIn, type Entry, type FoundFixture } from './found-fixture.ts'

interface Searched {
  readonly products: readonly Entry[]
  readonly items: readonly Entry[]
  readonly properties: readonly Entry[]
}

const productsTried = 3
const versionsTried = 4
/** No product has so many. */
const absentVersion = 999_999

/** A product one of whose properties is shown as of a version; `undefined` where none of the first is. */
export async function findVersions(
  api: Api,
  { products, items, properties }: Searched,
): Promise<FoundFixture | undefined> {
  const productOf = new Map(items.map(({ id, product_id: productId }) => [id, productId]))
  const byProduct = Map.groupBy(
    properties.filter(({ deleted }) => deleted !== true),
    ({ item_id: itemId }) => productOf.get(itemId),
  )
  for (const [productId, own] of [...byProduct].slice(0, productsTried)) {
    const [propertyId] = idsIn(own)
    if (typeof productId !== 'string' || propertyId === undefined) continue
    const versions = await versionsOf(api, propertyId)
    if (versions.length === 0) continue
    const baseline = products.find(({ id }) => id === productId)?.['baseline_version_number']
    const known = typeof baseline === 'number' && versions.includes(baseline) ? { baseline } : {}
    return {
      name: 'published product',
      found: true,
      finding: `${productId}, versions ${versions.join(', ')}`,
      declare: { publishedProduct: { productId, versions, ...known } },
    }
  }
  return undefined
}

async function versionsOf(api: Api, propertyId: string): Promise<readonly number[]> {
  const isShown = async (version: number): Promise<boolean> => {
    const { status } = await api.send('getProperty', { path: { property_id: propertyId }, query: { version } })
    return status === 200
  }
  const versions: number[] = []
  for (let version = 1; version <= versionsTried && (await isShown(version)); version += 1) versions.push(version)
  // A target that passes over the parameter shows the draft under every number.
  return versions.length > 0 && (await isShown(absentVersion)) ? [] : versions
}
