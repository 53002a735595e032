import type { Deployment } from '../deployment.ts'
import { conflict, type ServiceError } from '../http/service-error.ts'
import { rule } from '../rule.ts'

/** A readable id that a product is to have in a workspace. */
export interface ReadableIdWish {
  readonly workspaceId: string
  readonly readableId: string
  /** The product that may have it already. */
  readonly except?: string
}

/** Rejects a readable id that another product of the workspace has. */
export const refuseUsedReadableId = rule((deployment: Deployment, wish: ReadableIdWish): void => {
  if (isReadableIdInUse(deployment, wish)) throw usedReadableId(deployment)
})

/** Whether another product of the workspace has it; those of other workspaces may. */
export const isReadableIdInUse = rule(
  ({ store }: Deployment, { workspaceId, readableId, except = '' }: ReadableIdWish): boolean => {
    const others = 'SELECT 1 FROM products WHERE workspace_id = ? AND readable_id = ? AND id <> ?'
    return store.get(others, workspaceId, readableId, except) !== undefined
  },
)

/** The refusal of a readable id that is in use. */
export const usedReadableId = rule((_deployment: Deployment): ServiceError =>
  conflict('readable_id_taken', 'another product of the workspace has this readable_id'),
)
