import type { Deployment } from '../deployment.ts'
import { conflict } from '../http/service-error.ts'
import type { Claim, PartNumberRow } from './part-number.ts'

/** Gives a number to its holder; 409 where the organization has or ever had it, in whatever workspace. */
export function claimPartNumber(deployment: Deployment, claim: Claim): void {
  refuseKnownNumber(deployment, claim)
  recordPartNumber(deployment, claim)
}

/** Refuses a number that is active or retired in the organization. */
export function refuseKnownNumber({ store }: Deployment, claim: Claim): void {
  const known = store.get<PartNumberRow>(
    'SELECT number, workspace_id, state, product_id, item_id FROM part_numbers WHERE organization_id = ? AND number = ?',
    claim.organizationId,
    claim.number,
  )
  if (known === undefined) return
  const how = known.state === 'active' ? 'in use' : 'retired'
  throw conflict('part_number_conflict', `the part number is ${how} in this organization`)
}

/** Writes the number down as its holder's. */
export function recordPartNumber({ store }: Deployment, { number, organizationId, workspaceId, holder }: Claim): void {
  store.run(
    `INSERT INTO part_numbers (organization_id, workspace_id, number, state, product_id, item_id)
     VALUES (?, ?, ?, 'active', ?, ?)`,
    organizationId,
    workspaceId,
    number,
    holder.kind === 'product' ? holder.id : null,
    holder.kind === 'item' ? holder.id : null,
  )
}
