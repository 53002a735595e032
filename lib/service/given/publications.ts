import type { Session } from '../../run/session.ts'
import type { Exchange, Identity } from '../../client/exchange.ts'
import { entriesOf, shownIdsOf, fieldOf, sameId } from '../../run/answer.ts'
import type { Eventually } from './eventually.ts'
import type { Reads } from './reads.ts'
import type { Products } from './products.ts'
import type { Records } from './records.ts'

interface PublishedItem {
  readonly id: string
  readonly product: { readonly id: string }
}

export interface Publications {
  /**
   * Publishes the product of an item, and waits until the version shows all properties and values of the item, which a list of its
   * draft shows, if one was read before. lawful: a version may be completed a little later, one property after another, and may be
   * rejected or empty until then
   */
  publish(item: PublishedItem, draft?: Exchange): Promise<Publication>
  /**
   * Makes a published version the baseline of a product, with further changes if given, and returns the answer. lawful: a new
   * version may be rejected until it is complete
   */
  chooseBaseline(productId: string, version: number, options?: BaselineOptions): Promise<Exchange>
}

export interface Publication {
  readonly version: number
  /** The list of the item as of the version, if its draft has properties. */
  readonly listed?: Exchange
}

export interface BaselineOptions {
  readonly beside?: Readonly<Record<string, unknown>>
  readonly as?: Identity
}

/** Ids of the draft with which the id of an item in a version is searched: what one of them shows, the others would show too. */
const propertiesAsked = 3

/** Publishes through the control. If the first version did not appear in time, later ones are not waited for again. */
export function createPublications(
  session: Session,
  reads: Eventually & Reads & Records & Pick<Products, 'update'>,
): Publications {
  const list = (itemId: string, version?: number): Promise<Exchange> =>
    reads.listProperties(itemId, { query: { limit: 100, ...(version === undefined ? {} : { version }) } })
  /** lawful: a version is listed by its own item id, which its properties show */
  const listWherever = async (itemId: string, draft: Exchange, version: number): Promise<Exchange> => {
    const direct = await list(itemId, version)
    if (entriesOf(direct).length > 0) return direct
    for (const id of shownIdsOf(draft).slice(0, propertiesAsked)) {
      const itemOfVersion = fieldOf(await reads.read('property', id, { query: { version } }), 'item_id')
      if (typeof itemOfVersion === 'string' && !sameId(itemOfVersion, itemId)) return list(itemOfVersion, version)
    }
    return direct
  }
  return {
    publish: async ({ id, product }, seen) => {
      const draft = seen ?? (await list(id))
      const { version } = await session.controls.publishVersion(product.id)
      // A version without properties never lists anything.
      if (entriesOf(draft).length === 0) return { version }
      let shown = await listWherever(id, draft, version)
      // Separately: a target that never computes the results of a version may still list it completely a little later.
      for (const [what, isDue] of Object.entries(awaitedLike(draft))) {
        if (isDue(shown)) continue
        const look = (): Promise<Exchange> => reads.eventually(() => listWherever(id, draft, version), isDue)
        const isEverDue = await session.shared(what, async () => isDue(await look()))
        if (isEverDue) shown = await look()
      }
      return { version, listed: shown }
    },
    chooseBaseline: async (productId, version, { beside = {}, as } = {}) => {
      const choose = (): Promise<Exchange> =>
        reads.update(productId, { ...beside, baseline_version_number: version }, as === undefined ? {} : { as })
      const answer = await choose()
      if (isNotRefused(answer)) return answer
      const isEverReady = await session.shared('versions become baselines', async () =>
        isNotRefused(await reads.eventually(choose, isNotRefused)),
      )
      return isEverReady ? reads.eventually(choose, isNotRefused) : answer
    },
  }
}

function isNotRefused({ status }: Exchange): boolean {
  return status < 400 || status >= 500
}

/** What a version should show, from the list of the draft. */
function awaitedLike(draft: Exchange): Readonly<Record<string, (shown: Exchange) => boolean>> {
  return {
    'versions are listed whole': (shown) => entriesOf(shown).length >= entriesOf(draft).length,
    'versions are computed': (shown) => entriesWithoutValue(shown) <= entriesWithoutValue(draft),
  }
}

/** lawful: the result of a formula, which is computed again for a version and appears last */
function entriesWithoutValue(list: Exchange): number {
  return entriesOf(list).filter(({ value }) => value === null || value === undefined).length
}
