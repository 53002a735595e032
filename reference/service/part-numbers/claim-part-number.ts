import { randomUUID } from 'node:crypto'
import type { Deployment } from '../deployment.ts'
import { conflict, type ServiceError } from '../http/service-error.ts'
import type { Claim, PartNumberRow } from './part-number.ts'

/** Gives a number to its holder; 409 where the organization has or ever had it, in whatever workspace. */
export function claimPartNumber(deployment: Deployment, claim: Claim, judged = false): void {
  const overlooked = judged || !refuseKnownNumber(deployment, claim)
  recordPartNumber(deployment, claim, overlooked)
}

/** Refuses a number that is active or retired in the organization; true where there is none, false where a fault overlooked one. */
export function refuseKnownNumber(deployment: Deployment, claim: Claim): boolean {
  const numbers = knownNumbers(deployment, claim)
  const known = numbers.find((row) => !isLetThrough(deployment, claim, row))
  if (known === undefined) return numbers.length === 0
  const how = known.state === 'active' ? 'in use' : 'retired'
  throw numberConflict(deployment, `the part number is ${how} in this organization`)
}

/** The 409 about a part number. */
export function numberConflict({ variants }: Deployment, message: string): ServiceError {
  const code = variants.chosen('part-number-conflict-has-another-code') ? 'conflict' : 'part_number_conflict'
  return conflict(code, message)
}

function knownNumbers({ store, faults, variants }: Deployment, claim: Claim): readonly PartNumberRow[] {
  const columns = 'SELECT number, organization_id, workspace_id, state, product_id, item_id FROM part_numbers'
  if (faults.has('number-unique-over-organizations')) {
    const rows = store.all<PartNumberRow>(`${columns} WHERE number = ?`, claim.number)
    const isOthers = rows.some((row) => row.organization_id !== claim.organizationId)
    if (isOthers && faults.active('number-unique-over-organizations')) return rows
  }
  if (claim.number.includes('_') && faults.has('underscore-in-a-number-is-a-wildcard')) {
    const rows = store.all<PartNumberRow>(
      `${columns} WHERE organization_id = ? AND number LIKE ?`,
      claim.organizationId,
      claim.number,
    )
    if (rows.length > 0 && faults.active('underscore-in-a-number-is-a-wildcard')) return rows
  }
  if (claim.number.length > 64 && faults.has('numbers-compared-up-to-64-signs')) {
    const sql = `${columns} WHERE organization_id = ? AND substr(number, 1, 64) = ?`
    const rows = store.all<PartNumberRow>(sql, claim.organizationId, claim.number.slice(0, 64))
    if (rows.length > 0 && faults.active('numbers-compared-up-to-64-signs')) return rows
  }
  if (/^\d/u.test(claim.number) && faults.has('numbers-of-one-value-conflict')) {
    const rows = store
      .all<PartNumberRow>(`${columns} WHERE organization_id = ?`, claim.organizationId)
      .filter(({ number }) => Number(number) === Number(claim.number))
    if (rows.length > 0 && faults.active('numbers-of-one-value-conflict')) return rows
  }
  if (faults.has('number-retired-for-every-organization')) {
    const sql = `${columns} WHERE number = ? AND state = 'retired' AND organization_id <> ?`
    const rows = store.all<PartNumberRow>(sql, claim.number, claim.organizationId)
    if (rows.length > 0 && faults.active('number-retired-for-every-organization')) return rows
  }
  return store.all<PartNumberRow>(
    `${columns} WHERE organization_id = ? AND number = ?${variants.chosen('part-numbers-ignore-letter-case') ? ' COLLATE NOCASE' : ''}`,
    claim.organizationId,
    claim.number,
  )
}

/** The faults that overlook a known number; a sound service overlooks none. */
function isLetThrough({ faults }: Deployment, claim: Claim, known: PartNumberRow): boolean {
  const isElsewhere = known.workspace_id !== claim.workspaceId
  if (known.state === 'active') {
    if (isElsewhere && claim.elsewhere === true) return true
    if (isElsewhere && faults.active('number-unique-in-its-workspace-only')) return true
    return claim.assignment === true && faults.active('used-number-taken-by-assignment')
  }
  if (isElsewhere && faults.active('retired-number-free-in-other-workspace')) return true
  if (claim.assignment !== true) return faults.active('retired-number-free-at-creation')
  if (known.product_id === claim.holder.id) return faults.active('retired-number-back-to-its-product')
  return faults.active('retired-number-assigned-to-another')
}

/** Writes the number down as its holder's; the unique index holds unless a fault overlooked a known one. */
function recordPartNumber({ store, faults }: Deployment, claim: Claim, overlooked: boolean): void {
  const { number, organizationId, workspaceId, holder } = claim
  const isNumber = /^0\d+$/u.test(number) && faults.active('part-number-of-digits-is-a-number')
  const isCut = number.length > 50 && faults.active('part-number-cut-at-fifty')
  store.run(
    `INSERT INTO part_numbers (organization_id, workspace_id, number, state, product_id, item_id, duplicate)
     VALUES (?, ?, ?, 'active', ?, ?, ?)`,
    organizationId,
    workspaceId,
    isNumber ? number.replace(/^0+/u, '') : isCut ? number.slice(0, 50) : number,
    holder.kind === 'product' ? holder.id : null,
    holder.kind === 'item' ? holder.id : null,
    isCut || isNumber || overlooked ? randomUUID() : '',
  )
}
