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
   * Publishes the product of an item that has properties, and waits until the item shows some as of that version: a version may
   * be made ready a little later, and be refused or empty meanwhile.
   */
  publish(item: PublishedItem): Promise<{ readonly version: number }>
}

/** Publishing through the control. Where versions are listed by ids of their own, nothing shows by the draft's: that is waited for once. */
export function createPublications(session: Session, reads: Eventually & Reads): Publications {
  return {
    publish: async ({ id, product }) => {
      const { version } = await session.controls.publishVersion(product.id)
      const look = async (): Promise<boolean> =>
        entriesOf(await reads.listProperties(id, { query: { limit: 100, version } })).length > 0
      const isEverShown = await session.shared('versions are listed by the id of the draft', () =>
        reads.eventually(look, (isShown) => isShown),
      )
      if (isEverShown) await reads.eventually(look, (isShown) => isShown)
      return { version }
    },
  }
}
