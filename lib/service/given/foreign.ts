import { UntestedError } from '../../checks/errors.ts'
import type { EndpointId } from '../interface/endpoint.ts'
import type { ForeignFixtures } from '../../config/target-file.ts'
import { succeeded, type Exchange, type Identity } from '../../client/exchange.ts'
import type { Api } from '../../run/api.ts'
import type { Session } from '../../run/session.ts'
import type { Files, MadeFile } from './files.ts'
import type { Items, MadeItem, MadeProperty } from './items.ts'
import type { MadeProduct } from './made-product.ts'
import type { Names } from './names.ts'
import type { Products } from './products.ts'
import type { Reads } from './reads.ts'
import { shownIdsOf } from '../../run/answer.ts'
import type { Workspaces } from './workspaces.ts'

/** What is another organization's, by kind. */
export type ForeignKind = 'workspace' | 'product' | 'item' | 'property' | 'file'

export interface Foreign {
  /** The id of a record of another organization: declared, created with its key, or found in its lists. */
  foreignId(kind: ForeignKind): Promise<string>
  /**
   * What the owner of a foreign record gets for a read at this moment; undefined if only ids were declared. Ends the check as
   * untested if the owner does not see the record (any more): then a rejection does not show that it is foreign.
   */
  seenByOwner(kind: ForeignKind, read: (as: Identity) => Promise<Exchange>): Promise<Exchange | undefined>
  /** A product of the second key, which nothing else changes; created once per session. */
  foreignProduct(): Promise<MadeProduct>
  /** An item of the foreign product; created once per session. */
  foreignItem(): Promise<MadeItem>
  /** A property of the foreign product; created once per session. */
  foreignProperty(): Promise<MadeProperty>
  /** A file of the foreign product; created once per session. */
  foreignFile(): Promise<MadeFile>
}

const as = 'other-organization'
/** Limits of the search: the organization may be large. */
const productsSearched = 5
const itemsSearched = 3
const lists: Readonly<Record<Exclude<ForeignKind, 'workspace'>, EndpointId>> = {
  product: 'listProducts',
  item: 'listItems',
  property: 'listProperties',
  file: 'listFiles',
}

/** Finds a record of a kind in the lists of the other organization. Throws `UntestedError` if they are empty. */
function foreignSearch(
  api: Api,
  session: Session,
  others: Workspaces & Reads,
): (kind: Exclude<ForeignKind, 'workspace'>) => Promise<string> {
  /** Lists may require a place: then each leads to the next. */
  const foundInPlaces = async (kind: 'product' | 'item' | 'property'): Promise<readonly string[]> => {
    const products = shownIdsOf(
      await others.listProducts(await others.workspace(as), { as, query: { limit: productsSearched } }),
    )
    if (kind === 'product') return products
    const items = await Promise.all(
      products.map(async (productId) => {
        const query = await session.dialect.listQuery('listItems', { productId })
        return shownIdsOf(await api.send('listItems', { as, query: { ...query, limit: itemsSearched } }))
      }),
    )
    if (kind === 'item') return items.flat()
    const properties = await Promise.all(
      items.flat().map((itemId) => others.listProperties(itemId, { as, query: { limit: 1 } })),
    )
    return properties.flatMap((answer) => shownIdsOf(answer))
  }
  return async (kind) => {
    const [first] = shownIdsOf(await api.send(lists[kind], { as, query: { limit: 1 } }))
    if (first !== undefined) return first
    const [placed] = kind === 'file' ? [] : await foundInPlaces(kind)
    if (placed !== undefined) return placed
    throw new UntestedError({
      reason: 'missing-fixture',
      needs: 'fixture:foreign-ids',
      remedy: `declare fixtures.foreign.${fixtureOf[kind]} in the target file: the second key's organization showed no ${kind}`,
    })
  }
}

type Makers = Pick<Foreign, 'foreignProduct' | 'foreignItem' | 'foreignProperty' | 'foreignFile'>

/** What is made under the second key, once per session. */
function foreignMakers(session: Session, others: Names & Products & Items & Files): Makers {
  const foreignProduct: Foreign['foreignProduct'] = () =>
    session.shared('foreign product', async () => {
      await session.ensureKey(as)
      return others.product({ description: `foreign ${others.word()}` }, { as })
    })
  const foreignItem: Foreign['foreignItem'] = () =>
    session.shared('foreign item', async () => others.item({ product: await foreignProduct(), as }))
  const foreignProperty: Foreign['foreignProperty'] = () =>
    session.shared('foreign property', async () => others.property('text', { item: await foreignItem(), as }))
  const foreignFile: Foreign['foreignFile'] = () =>
    session.shared('foreign file', async () => others.file((await foreignItem()).id, { as }))
  return { foreignProduct, foreignItem, foreignProperty, foreignFile }
}

/** Records of another organization, from its own key or declared in the target file. */
export function createForeign(
  api: Api,
  session: Session,
  others: Names & Workspaces & Products & Items & Files & Reads,
): Foreign {
  const { mode, targetFile } = session.configuration
  const makers = foreignMakers(session, others)
  const make: Readonly<Record<Exclude<ForeignKind, 'workspace'>, () => Promise<{ readonly id: string }>>> = {
    product: makers.foreignProduct,
    item: makers.foreignItem,
    property: makers.foreignProperty,
    file: makers.foreignFile,
  }
  const find = foreignSearch(api, session, others)
  const foreignId: Foreign['foreignId'] = (kind) =>
    session.shared(`foreign ${kind} id`, async () => {
      const declared = targetFile.fixtures?.foreign?.[fixtureOf[kind]]
      if (declared !== undefined) return declared
      await secondKey(session, kind)
      if (kind === 'workspace') return others.workspace(as)
      return mode === 'read-write' ? (await make[kind]()).id : find(kind)
    })
  return {
    ...makers,
    seenByOwner: async (kind, read) => {
      const isDeclared = targetFile.fixtures?.foreign?.[fixtureOf[kind]] !== undefined
      if (isDeclared && !hasSecondKey(session)) return undefined
      await secondKey(session, kind)
      const seen = await read(as)
      if (succeeded(seen)) return seen
      // The declared ids may belong to a third organization.
      if (isDeclared) return undefined
      throw new UntestedError({ reason: 'missing-fixture', cause: `the owner's key no longer found the ${kind}` })
    },
    foreignId,
  }
}

const fixtureOf = {
  workspace: 'workspaceId',
  product: 'productId',
  item: 'itemId',
  property: 'propertyId',
  file: 'fileId',
} as const satisfies Record<ForeignKind, keyof ForeignFixtures>

function hasSecondKey({ configuration, controls }: Session): boolean {
  return configuration.keys.otherOrganization !== undefined || controls.has('createApiKey')
}

async function secondKey(session: Session, kind: ForeignKind): Promise<void> {
  if (hasSecondKey(session)) {
    await session.ensureKey(as)
    return
  }
  throw new UntestedError({
    reason: 'missing-fixture',
    needs: 'fixture:foreign-ids',
    remedy: `either declare fixtures.foreign.${fixtureOf[kind]} in the target file or set CONFORMANCE_OTHER_ORG_API_KEY`,
  })
}
