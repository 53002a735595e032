import { UntestedError } from '../../checks/errors.ts'
import type { DeclaredFile, DeclaredValue } from '../../config/target-file.ts'
import type { Api } from '../api.ts'
import type { Session } from '../session.ts'
import type { ExistingProducts } from './existing-products.ts'
import { entriesOf } from '../answer.ts'
import type { Reads } from './reads.ts'

/** A product that has published versions. */
export interface PublishedProduct {
  readonly productId: string
  readonly versions: readonly number[]
  /** The version that the product names as its baseline, where it is known. */
  readonly baseline?: number
  /** What its versions hold, where that is declared. */
  readonly files?: readonly DeclaredFile[]
  readonly values?: readonly DeclaredValue[]
}

export interface PublishedProducts {
  /** The declared product with versions, else one that a bounded search finds; the check is given up where there is none. */
  publishedProduct(): Promise<PublishedProduct>
}

type Entry = Readonly<Record<string, unknown>>

/** What the search reads with. */
interface Sources {
  readonly api: Api
  readonly session: Session
  readonly others: Reads & ExistingProducts
}

/** Bounds of the search: an organization may hold tens of thousands of everything. */
const pageSize = 100
const productsTried = 8
const itemsTried = 3
const versionsTried = 4
/** No product has so many. */
const absentVersion = 999_999

/** Products with versions, which only the web application publishes. Found once a session. */
export function createPublishedProducts(
  api: Api,
  session: Session,
  others: Reads & ExistingProducts,
): PublishedProducts {
  return {
    publishedProduct: () =>
      session.shared('published product that is there', async () => {
        const declared = session.configuration.targetFile.fixtures?.publishedProduct
        const found = declared ? { versions: [1], ...declared } : await search({ api, session, others })
        if (found) return found
        throw new UntestedError({
          reason: 'missing-fixture',
          needs: 'fixture:published-product',
          remedy:
            'supply the control publishVersion (--controls FILE), or declare fixtures.publishedProduct in the target file',
        })
      }),
  }
}

async function search(sources: Sources): Promise<PublishedProduct | undefined> {
  const { api, others } = sources
  // One that names a baseline has versions; lists may leave the field out.
  const candidates = (await others.existingProducts()).toSorted(
    (one, other) => Number(hasBaseline(other)) - Number(hasBaseline(one)),
  )
  for (const { id, baseline_version_number: baseline } of candidates.slice(0, productsTried)) {
    if (typeof id !== 'string') continue
    const propertyId = await propertyOf(id, sources)
    const versions = propertyId === undefined ? [] : await versionsOf(api, propertyId)
    if (versions.length === 0) continue
    return { productId: id, versions, ...(typeof baseline === 'number' && versions.includes(baseline) && { baseline }) }
  }
  return undefined
}

function hasBaseline({ baseline_version_number: baseline }: Entry): boolean {
  return typeof baseline === 'number' && baseline >= 1
}

/** A living property of one of the product's first items. */
async function propertyOf(productId: string, { api, session, others }: Sources): Promise<string | undefined> {
  const parameter = await session.dialect.productParameter(productId)
  const query = { limit: pageSize, ...(parameter === undefined ? {} : { [parameter]: productId }) }
  const items = entriesOf(await api.send('listItems', { query })).filter(
    (item) => parameter !== undefined || item['product_id'] === productId,
  )
  for (const { id } of items.slice(0, itemsTried)) {
    if (typeof id !== 'string') continue
    const properties = entriesOf(await others.listProperties(id, { query: { limit: pageSize } }))
    const living = properties.find((property) => property['deleted'] !== true)?.['id']
    if (typeof living === 'string') return living
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
