import type { Deployment } from '../deployment.ts'
import { conflict, type ServiceError } from '../http/service-error.ts'
import { rule } from '../rule.ts'
import type { Claim, PartNumberRow } from './part-number.ts'

/** Gives a number to its holder; 409 if the organization has or ever had it, in whatever workspace. */
export const claimPartNumber = rule((deployment: Deployment, claim: Claim): void => {
  refuseKnownNumber(deployment, claim)
  recordPartNumber(deployment, claim)
})

/** Rejects a number that is active or retired in the organization. */
export const refuseKnownNumber = rule((deployment: Deployment, claim: Claim): void => {
  const known = knownNumber(deployment, claim)
  if (known === undefined) return
  const state = known.state === 'active' ? 'in use' : 'retired'
  throw numberConflict(deployment, `the part number is ${state} in this organization`)
})

/** The number as the organization has it already, or undefined. */
export const knownNumber = rule(({ store }: Deployment, { organizationId, number }: Claim): PartNumberRow | undefined =>
  store.get<PartNumberRow>(
    'SELECT * FROM part_numbers WHERE organization_id = ? AND number = ?',
    organizationId,
    number,
  ),
)

/** The 409 about a part number. */
export const numberConflict = rule((_: Deployment, message: string): ServiceError =>
  conflict('part_number_conflict', message),
)

/** Enters the number as its holder's. */
export const recordPartNumber = rule(
  ({ store }: Deployment, { number, organizationId, workspaceId, holder }: Claim): void => {
    store.run(
      `INSERT INTO part_numbers (organization_id, workspace_id, number, state, product_id, item_id)
       VALUES (?, ?, ?, 'active', ?, ?)`,
      organizationId,
      workspaceId,
      number,
      holder.kind === 'product' ? holder.id : null,
      holder.kind === 'item' ? holder.id : null,
    )
  },
)
