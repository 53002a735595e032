import type { Deployment } from '../deployment.ts'
import { conflict } from '../http/service-error.ts'

/** A readable id that a product is to have in a workspace. */
export interface ReadableIdWish {
  readonly workspaceId: string
  readonly readableId: string
  /** The product that may have it already. */
  readonly except?: string
}

/** Refuses a readable id that another product of the workspace has. */
export function refuseTakenReadableId({ store }: Deployment, wish: ReadableIdWish): void {
  const taken = store.get(
    'SELECT 1 FROM products WHERE workspace_id = ? AND readable_id = ? AND id <> ?',
    wish.workspaceId,
    wish.readableId,
    wish.except ?? '',
  )
  if (taken !== undefined) throw conflict('readable_id_taken', 'another product of the workspace has this readable_id')
}
