import type { Session } from '../session.ts'
import type { Exchange } from '../../client/exchange.ts'
import { entriesOf, fieldOf, sameId } from '../answer.ts'
import type { Eventually } from './eventually.ts'
import type { Reads } from './reads.ts'
import type { Records } from './records.ts'

/** An item of the product that is published. */
interface PublishedItem {
  readonly id: string
  readonly product: { readonly id: string }
}

export interface Publications {
  /**
   * Publishes the product of an item, and waits until the item shows as many properties as of that version, with as many values: a
   * version may be made ready a little later, one property after the other, and be refused or empty meanwhile.
   */
  publish(item: PublishedItem): Promise<{ readonly version: number }>
}

/** Ids of the draft by which the id of an item in a version is looked for: what one of them shows, others would as well. */
const propertiesAsked = 3

/** Publishing through the control. Where nothing of a version can be found by what the draft shows, that is waited for once. */
export function createPublications(session: Session, reads: Eventually & Reads & Records): Publications {
  const list = (itemId: string, version?: number): Promise<Exchange> =>
    reads.listProperties(itemId, { query: { limit: 100, ...(version === undefined ? {} : { version }) } })
  /** lawful: a version that is listed by an id of its own, which the properties in it show */
  const listWherever = async (itemId: string, draft: Exchange, version: number): Promise<Exchange> => {
    const direct = await list(itemId, version)
    if (entriesOf(direct).length > 0) return direct
    for (const { id } of entriesOf(draft).slice(0, propertiesAsked)) {
      const itemOfVersion = fieldOf(await reads.read('property', String(id), { query: { version } }), 'item_id')
      if (typeof itemOfVersion === 'string' && !sameId(itemOfVersion, itemId)) return list(itemOfVersion, version)
    }
    return direct
  }
  return {
    publish: async ({ id, product }) => {
      const draft = await list(id)
      const due = entriesOf(draft).length
      const { version } = await session.controls.publishVersion(product.id)
      // Of a version without properties nothing is ever listed.
      if (due === 0) return { version }
      const isWhole = (shown: Exchange): boolean =>
        entriesOf(shown).length >= due && entriesWithoutValue(shown) <= entriesWithoutValue(draft)
      const look = (): Promise<Exchange> => reads.eventually(() => listWherever(id, draft, version), isWhole)
      const isEverWhole = await session.shared('versions are listed whole', async () => isWhole(await look()))
      if (isEverWhole) await look()
      return { version }
    },
  }
}

/** lawful: the result of a formula that is computed anew for a version, and comes last of all */
function entriesWithoutValue(list: Exchange): number {
  return entriesOf(list).filter(({ value }) => value === null || value === undefined).length
}
