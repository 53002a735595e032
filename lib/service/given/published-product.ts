import { succeeded } from '../../client/exchange.ts'
import { UntestedError } from '../../checks/errors.ts'
import type { DeclaredFile, DeclaredValue } from '../../config/target-file.ts'
import type { Api } from '../../run/api.ts'
import type { Session } from '../../run/session.ts'
import type { ExistingProducts } from './existing-products.ts'
import { entriesOf } from '../../run/answer.ts'
import type { Reads } from './reads.ts'
import type { JsonObject } from '../../contract/is-record.ts'

export interface PublishedProduct {
  readonly productId: string
  readonly versions: readonly number[]
  /** The version that the product names as its baseline, if it is known. */
  readonly baseline?: number
  /** What its versions hold, if that is declared. */
  readonly files?: readonly DeclaredFile[]
  readonly values?: readonly DeclaredValue[]
}

export interface PublishedProducts {
  /** The declared product with versions, or one that a bounded search finds. Untested if there is none. */
  publishedProduct(): Promise<PublishedProduct>
}

/** What the search reads with. */
interface Sources {
  readonly api: Api
  readonly session: Session
  readonly others: Reads & ExistingProducts
}

/** Limits of the search: an organization may have tens of thousands of each kind. */
const pageSize = 100
const productsTried = 8
const itemsTried = 3
const firstVersions = [1, 2, 3, 4] as const
/** No product has so many. */
const absentVersion = 999_999

/** Products with versions, which only the web application can publish. Found once per session. */
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
          remedy: remedyFor(session),
        })
      }),
  }
}

/** The remedy. A given control may wait for permission to write, or publish only products of the run. */
function remedyFor({ configuration, controls }: Session): string {
  const declare = 'declare fixtures.publishedProduct in the target file'
  if (!controls.has('publishVersion')) return `supply the control publishVersion (--controls FILE), or ${declare}`
  if (configuration.mode === 'read-write') return declare
  return `allow writes (--allow-writes), which the control publishVersion needs, or ${declare}`
}

async function search(sources: Sources): Promise<PublishedProduct | undefined> {
  const { others } = sources
  // A product with a baseline has versions; lists may omit the field.
  const candidates = (await others.existingProducts()).toSorted(
    (one, other) => Number(hasBaseline(other)) - Number(hasBaseline(one)),
  )
  for (const { id, baseline_version_number: baseline } of candidates.slice(0, productsTried)) {
    if (typeof id !== 'string') continue
    const versions = await versionsOf(await probesOf(id, sources), baseline, sources)
    if (versions.length === 0) continue
    return { productId: id, versions, ...(typeof baseline === 'number' && versions.includes(baseline) && { baseline }) }
  }
  return undefined
}

function hasBaseline({ baseline_version_number: baseline }: JsonObject): boolean {
  return typeof baseline === 'number' && baseline >= 1
}

/** A draft property for finding versions, and its item. */
interface Probe {
  readonly itemId: string
  readonly propertyId: string
}

/** Existing properties, one of each of the product's first items. */
async function probesOf(productId: string, { api, session, others }: Sources): Promise<readonly Probe[]> {
  const parameter = await session.dialect.productParameter(productId)
  const query = { limit: pageSize, ...(parameter === undefined ? {} : { [parameter]: productId }) }
  const items = entriesOf(await api.send('listItems', { query })).filter(
    (item) => parameter !== undefined || item['product_id'] === productId,
  )
  const probes: Probe[] = []
  for (const { id: itemId } of items.slice(0, itemsTried)) {
    if (typeof itemId !== 'string') continue
    const properties = entriesOf(await others.listProperties(itemId, { query: { limit: pageSize } }))
    const propertyId = properties.find((property) => property['deleted'] !== true)?.['id']
    if (typeof propertyId === 'string') probes.push({ itemId, propertyId })
  }
  return probes
}

/** Whether a version shows something of a probe. */
type Look = (probe: Probe, version: number) => Promise<boolean>

/** The versions among the first numbers, and the baseline, that show something. */
async function versionsOf(
  probes: readonly Probe[],
  baseline: unknown,
  { api, others }: Sources,
): Promise<readonly number[]> {
  const named = typeof baseline === 'number' ? baseline : undefined
  const byId: Look = async ({ propertyId }, version) =>
    succeeded(await api.send('getProperty', { path: { property_id: propertyId }, query: { version } }))
  // lawful: a version is read only by its own ids, and the draft's item shows its content
  const inList: Look = async ({ itemId }, version) =>
    entriesOf(await others.listProperties(itemId, { query: { version } })).length > 0
  for (const isShown of [byId, inList]) {
    const versions = await versionsSeen(isShown, probes, named)
    if (versions.length > 0) return versions
  }
  return []
}

async function versionsSeen(
  isShown: Look,
  probes: readonly Probe[],
  baseline: number | undefined,
): Promise<readonly number[]> {
  const probe = await probeIn(isShown, probes, baseline)
  if (!probe) return []
  const seen: number[] = []
  for (const version of new Set([...firstVersions, ...(baseline === undefined ? [] : [baseline])])) {
    if (await isShown(probe, version)) seen.push(version)
    // If nothing indicates versions, each product is read once.
    else if (baseline === undefined) break
  }
  // A target that ignores the parameter shows the draft for every version.
  return seen.length > 0 && (await isShown(probe, absentVersion)) ? [] : seen
}

/** The first that the baseline holds: others came later. */
async function probeIn(
  isShown: Look,
  probes: readonly Probe[],
  baseline: number | undefined,
): Promise<Probe | undefined> {
  if (baseline === undefined) return probes[0]
  for (const probe of probes) if (await isShown(probe, baseline)) return probe
  return undefined
}
