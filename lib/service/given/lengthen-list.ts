import { UntestedError } from '../../checks/errors.ts'
import { succeeded, type Exchange } from '../../client/exchange.ts'
import { Undiscovered } from '../../dialect/found.ts'
import type { Api } from '../../run/api.ts'
import type { Session } from '../../run/session.ts'
import { entryKeys } from '../records/entry-keys.ts'
import type { MadeItem } from './items.ts'
import { leaveSpare } from './spare-products.ts'
import { type ListName, lists } from './list-name.ts'
import type { ListQuery } from './list-window.ts'
import type { ListSources } from './list-sources.ts'

/** A few more than the documented page of 50. */
const overOnePage = 56
/** A few more than the largest page, if one request makes many. */
const overTheLargestPage = 205
/** Sizes of one bulk creation; the run uses the first that the target accepts. */
const bulkSizes = [100, 20] as const

export interface Lengthening {
  readonly api: Api
  readonly session: Session
  readonly others: ListSources
  readonly query: ListQuery
  /** The item of this run; nothing if none can be made. */
  readonly item: MadeItem | undefined
}

/** Makes a list longer than a page, below a product of this run; workspaces and users stay as they are. */
export async function lengthenList(name: ListName, lengthening: Lengthening): Promise<void> {
  const { others, item } = lengthening
  if (name === 'products') {
    await makeSingly(name, lengthening, async () =>
      leaveSpare(lengthening.session, [(await others.product()).exchange]),
    )
    return
  }
  if (!item) return
  if (name === 'files') await makeSingly(name, lengthening, async () => others.file(item.id))
  if (name === 'items') await makeInBulk(name, lengthening, item)
  if (name === 'properties') await makeInBulk(name, lengthening, item)
}

async function lengthOf(name: ListName, { api, query }: Lengthening): Promise<number> {
  return entryKeys(await api.send(lists[name].endpoint, { query: { ...query, limit: 200 } })).length
}

/** What cannot be made leaves the list shorter: the checks say what they miss. */
async function makeSingly(name: ListName, lengthening: Lengthening, make: () => Promise<unknown>): Promise<void> {
  const missing = Math.max(0, overOnePage - (await lengthOf(name, lengthening)))
  const [first, ...others] = Array.from({ length: missing }, () => make)
  try {
    await first?.()
    await Promise.all(others.map((makeAnother) => makeAnother()))
  } catch (error) {
    if (!(error instanceof UntestedError) && !(error instanceof Undiscovered)) throw error
  }
}

async function makeInBulk(name: 'items' | 'properties', lengthening: Lengthening, item: MadeItem): Promise<void> {
  for (const size of bulkSizes) {
    if (!succeeded(await sendBulk(name, lengthening, { item, size }))) continue
    for (let made = size; made < overTheLargestPage; made += size) {
      const rest = { item, size: Math.min(size, overTheLargestPage - made) }
      if (!succeeded(await sendBulk(name, lengthening, rest))) break
    }
    break
  }
  const { others } = lengthening
  await makeSingly(name, lengthening, async () =>
    name === 'items' ? others.item({ product: item.product }) : others.property('text', { item }),
  )
}

async function sendBulk(
  name: 'items' | 'properties',
  { api, session, others }: Lengthening,
  { item, size }: { readonly item: MadeItem; readonly size: number },
): Promise<Exchange | undefined> {
  const places = Array.from({ length: size }, () => others.placeIn(item.product, item))
  try {
    return name === 'items'
      ? await api.send('createItemsInBulk', { json: await session.dialect.itemBulkBody(places) })
      : await api.send('createPropertiesInBulk', { json: await session.dialect.propertyBulkBody(places) })
  } catch (error) {
    if (error instanceof Undiscovered) return undefined
    throw error
  }
}
