import { UntestedError, type Obstacle } from '../../checks/errors.ts'
import { drawId } from '../../client/drawn-ids.ts'
import type { Exchange } from '../../client/exchange.ts'
import type { RequirementId } from '../../contract/requirement.ts'
import type { Api } from '../../run/api.ts'
import type { Session } from '../../run/session.ts'
import { requireSuccess, requireShown, type Shown } from './require-success.ts'
import { createEventually, type Eventually } from './eventually.ts'
import { createExistingProducts, type ExistingProducts } from './existing-products.ts'
import { createFileReads, type FileReads } from './file-reads.ts'
import { createFiles, type Files } from './files.ts'
import { createForeign, type Foreign } from './foreign.ts'
import { createItems, type Items } from './items.ts'
import { createLists, type Lists } from './lists.ts'
import { createNames, type Names } from './names.ts'
import { createNumberedProducts, type NumberedProducts } from './numbered-products.ts'
import { createProductReads, type ProductReads } from './product-reads.ts'
import { createProducts, type Products } from './products.ts'
import { entriesOf } from '../../run/answer.ts'
import { createRateLimits, type RateLimits } from './rate-limits.ts'
import { createPublications, type Publications } from './publications.ts'
import { createPublishedProducts, type PublishedProducts } from './published-product.ts'
import { createRecords, type Records } from './records.ts'
import { createReads, type Reads } from './reads.ts'
import { createWorkspaces, type Workspaces } from './workspaces.ts'

export { leaveSpares } from './spare-products.ts'

/** The set-up of checks: existing records, records that they create, and names for more. */
export interface Given
  extends
    Eventually,
    Foreign,
    GivenKeys,
    Names,
    Workspaces,
    Products,
    NumberedProducts,
    Items,
    Files,
    FileReads,
    Reads,
    Records,
    Lists,
    ExistingProducts,
    ProductReads,
    Publications,
    PublishedProducts,
    RateLimits {
  /** The entries of a list answer that are objects; none if the answer is not a list. */
  entriesOf(exchange: Exchange): ReadonlyArray<Readonly<Record<string, unknown>>>
  /** An id that no record has. */
  unknownId(): string
  /** Returns an answer that the next steps need, or blocks the check by the requirement that the rejection breaks. */
  requireSuccess(exchange: Exchange, by: RequirementId): Exchange
  /** The same, and the answer must show what was written before. */
  requireShown(exchange: Exchange, shown: Shown): Exchange
  /** Ends the check as untested: something that it needs does not exist. */
  untestable(obstacle: Obstacle): never
}

/** The givens of one check. */
export function createGiven(api: Api, session: Session): Given {
  const names = createNames(session)
  const workspaces = createWorkspaces(api, session, names)
  const products = createProducts(api, session, { ...names, ...workspaces })
  const items = createItems(api, session, { ...names, ...products })
  const files = createFiles(api, session, items)
  const reads = createReads(api, session)
  const existing = createExistingProducts(session, { ...reads, ...workspaces })
  const eventually = createEventually(session)
  const records = createRecords(api)
  // Merged once, because every check pays for each copy.
  const first = { ...names, ...workspaces, ...products, ...items, ...files, ...reads, ...existing, ...eventually }
  const lists = createLists(api, session, first)
  return {
    ...first,
    ...createKeys(session),
    ...createNumberedProducts(products),
    ...createForeign(api, session, first),
    ...records,
    ...createProductReads(api, reads),
    ...createPublishedProducts(api, session, first),
    ...createPublications(session, { ...first, ...records }),
    ...lists,
    ...createFileReads(api, session, { ...eventually, ...items, ...lists }),
    ...createRateLimits(api, session),
    unknownId: drawId,
    requireSuccess,
    requireShown,
    entriesOf,
    untestable: (obstacle) => {
      throw new UntestedError(obstacle)
    },
  }
}

interface GivenKeys {
  /** A revoked key: the configured one, or one that the controls created and revoked. */
  revokedKey(): Promise<string>
  /** A key for places that end up in logs, such as a query: the controls create it for the run, and revoke it at the end. */
  expendableKey(): Promise<string>
}

/** Keys that are no identity of the run. */
function createKeys(session: Session): GivenKeys {
  return {
    revokedKey: () =>
      session.shared('revoked key', async () => {
        const { revoked } = session.configuration.keys
        if (revoked !== undefined) return revoked
        const { id, key } = await session.controls.createApiKey({ organization: 'own' })
        await session.controls.revokeApiKey(id)
        session.keepRevoked(key)
        return key
      }),
    expendableKey: () =>
      session.shared('expendable key', async () => (await session.controls.createApiKey({ organization: 'own' })).key),
  }
}
