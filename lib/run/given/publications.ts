import type { Session } from '../session.ts'
import { entriesOf } from '../answer.ts'
import type { Eventually } from './eventually.ts'
import type { Reads } from './reads.ts'

/** An item with a property, of the product that is published. */
interface PublishedItem {
  readonly id: string
  readonly product: { readonly id: string }
}

export interface Publications {
  /**
   * Publishes the product of an item that has properties, and waits until the item shows as many as of that version: a version
   * may be made ready a little later, one property after the other, and be refused or empty meanwhile.
   */
  publish(item: PublishedItem): Promise<{ readonly version: number }>
}

/** Publishing through the control. Where versions are listed by ids of their own, nothing shows by the draft's: that is waited for once. */
export function createPublications(session: Session, reads: Eventually & Reads): Publications {
  const count = async (itemId: string, version?: number): Promise<number> => {
    const query = { limit: 100, ...(version === undefined ? {} : { version }) }
    return entriesOf(await reads.listProperties(itemId, { query })).length
  }
  return {
    publish: async ({ id, product }) => {
      const due = Math.max(1, await count(id))
      const { version } = await session.controls.publishVersion(product.id)
      const isWhole = (shown: number): boolean => shown >= due
      const look = (): Promise<number> => reads.eventually(() => count(id, version), isWhole)
      const isEverWhole = await session.shared('versions are listed whole by the id of the draft', async () =>
        isWhole(await look()),
      )
      if (isEverWhole) await look()
      return { version }
    },
  }
}
