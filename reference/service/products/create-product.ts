import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Deployment } from '../deployment.ts'
import { forget, recall } from '../../faults/fault-memory.ts'
import type { FaultSwitch } from '../../faults/fault-switch.ts'
import type { Caller } from '../http/caller.ts'
import { ServiceError, validationError } from '../http/service-error.ts'
import { claimPartNumber, numberConflict, refuseKnownNumber } from '../part-numbers/claim-part-number.ts'
import { judgeFormat } from '../part-numbers/judge-format.ts'
import type { Claim } from '../part-numbers/part-number.ts'
import { findWorkspace, workspaceRow, type WorkspaceRow } from '../workspaces/workspace.ts'
import { productRow } from './find-product.ts'
import { insertProduct } from './insert-product.ts'
import { type Product, showProduct } from './product.ts'
import type { ProductCreation } from './product-body.ts'
import { freeReadableId, refuseTakenReadableId } from './readable-id.ts'

interface Plan {
  readonly id: string
  readonly body: ProductCreation
  readonly caller: Caller
  readonly workspace: WorkspaceRow
  readonly claim: Claim | undefined
  /** What was judged already: a sound service judges in the transaction that writes. */
  readonly judged: { readonly number: boolean; readonly readableId: boolean }
}

/** Creates a product in a workspace that the caller reaches; a refusal leaves nothing behind. */
export async function createProduct(deployment: Deployment, body: ProductCreation, caller: Caller): Promise<Product> {
  const { store, faults } = deployment
  const workspace = workspaceToFill(deployment, body.workspace_id, caller)
  refuseUnreasonably(faults, body)
  const plan: Plan = { ...planFor(deployment, body, workspace), body, caller, workspace }
  await judgeTooEarly(deployment, plan)
  const elsewhere = await isAskedForElsewhere(deployment, plan)
  try {
    return store.transaction(() => carryOut(deployment, elsewhere ? claimedElsewhere(plan) : plan))
  } catch (error) {
    const isNumber = error instanceof ServiceError && error.code === numberConflict(deployment, '').code
    if (isNumber && faults.active('refused-creation-leaves-the-product')) insertProduct(deployment, plan)
    if (!isNumber && plan.claim !== undefined && faults.active('refused-creation-burns-the-number')) {
      burnNumber(deployment, plan.claim)
    }
    if (isNumber && isInUseHere(deployment, plan) && faults.active('used-number-is-a-422-at-creation'))
      throw usedNumber()
    throw error
  }
}

function workspaceToFill(deployment: Deployment, id: string, caller: Caller): WorkspaceRow {
  const row = workspaceRow(deployment, id)
  const isForeign = row !== undefined && row.organization_id !== caller.organizationId
  if (isForeign && deployment.faults.active('product-created-in-foreign-workspace')) return row
  if (row === undefined && deployment.variants.chosen('unknown-workspace-is-a-422-at-creation')) {
    throw validationError({ loc: ['body', 'workspace_id'], msg: 'is no workspace', type: 'unknown_workspace' })
  }
  return findWorkspace(deployment, { id, caller })
}

function planFor(
  { store, faults }: Deployment,
  body: ProductCreation,
  workspace: WorkspaceRow,
): Omit<Plan, 'body' | 'caller' | 'workspace'> {
  const id = idForNewProduct(store, faults)
  const claim =
    body.part_number === undefined
      ? undefined
      : {
          number: body.part_number,
          organizationId: workspace.organization_id,
          workspaceId: workspace.id,
          holder: { kind: 'product', id } as const,
        }
  const judged = {
    number: claim !== undefined && faults.active('number-judged-before-it-is-taken'),
    readableId: faults.active('readable-id-judged-before-it-is-taken'),
  }
  return { id, claim, judged }
}

function carryOut(deployment: Deployment, plan: Plan): Product {
  const { faults } = deployment
  const { body, claim, id, judged, workspace } = plan
  const readableId = freeReadableId(
    deployment,
    { workspaceId: workspace.id, readableId: body.readable_id },
    judged.readableId,
  )
  insertProduct(deployment, { ...plan, body: { ...body, readable_id: readableId } })
  if (claim !== undefined) {
    if (!faults.active('format-not-judged-at-creation')) judgeFormat(deployment, claim)
    claimPartNumber(deployment, claim, judged.number)
  }
  const row = productRow(deployment, id)
  if (row === undefined) throw new Error('a product that was just created is not there')
  const product = showProduct(deployment, row)
  if (!faults.active('creation-answers-another-time')) return product
  return { ...product, createdAt: new Date(Date.parse(product.createdAt) - 5).toISOString() }
}

async function judgeTooEarly(deployment: Deployment, { body, claim, judged, workspace }: Plan): Promise<void> {
  if (claim !== undefined && judged.number) refuseKnownNumber(deployment, claim)
  if (judged.readableId) {
    refuseTakenReadableId(deployment, { workspaceId: workspace.id, readableId: body.readable_id })
  }
  if (judged.number || judged.readableId) await delay(25)
}

/** Whether the number is asked for in another workspace at this moment: a fault of locks that each workspace has for itself. */
async function isAskedForElsewhere({ faults }: Deployment, { claim, workspace }: Plan): Promise<boolean> {
  if (claim === undefined || !faults.has('number-locked-in-its-workspace-only')) return false
  const asking = underWay.get(claim.number) ?? []
  underWay.set(claim.number, [...asking, workspace.id])
  await delay(15)
  const isElsewhere = (underWay.get(claim.number) ?? []).some((id) => id !== workspace.id)
  await delay(15)
  underWay.delete(claim.number)
  return isElsewhere && faults.active('number-locked-in-its-workspace-only')
}

/** The workspaces in which a number is asked for just now. */
const underWay = new Map<string, readonly string[]>()

function claimedElsewhere(plan: Plan): Plan {
  return { ...plan, claim: plan.claim && { ...plan.claim, elsewhere: true } }
}

function refuseUnreasonably(faults: FaultSwitch, body: ProductCreation): void {
  if (body.readable_id === '0' && faults.active('readable-id-of-zero-refused')) {
    throw validationError({ loc: ['body', 'readable_id'], msg: 'is empty', type: 'too_short' })
  }
  if (!/^[a-z]/u.test(body.readable_id) && faults.active('readable-id-begins-with-a-letter')) {
    throw validationError({ loc: ['body', 'readable_id'], msg: 'does not begin with a letter', type: 'pattern' })
  }
  const isBare = body.description !== undefined && body.part_number === undefined
  if (isBare && faults.active('optional-fields-required-with-a-description')) {
    throw validationError({ loc: ['body', 'part_number'], msg: 'is required', type: 'missing' })
  }
}

function idForNewProduct(store: Deployment['store'], faults: FaultSwitch): string {
  if (!faults.has('id-of-deleted-product-given-again')) return randomUUID()
  const deleted = recall(store, 'deleted product')
  // Not at once: whoever deleted it may still be looking at what is left of it.
  if (deleted === undefined || Date.now() - deleted.at < 1500) return randomUUID()
  if (!faults.active('id-of-deleted-product-given-again')) return randomUUID()
  forget(store, 'deleted product')
  return deleted.value
}

function isInUseHere({ store }: Deployment, { claim, workspace }: Plan): boolean {
  const sql = "SELECT 1 FROM part_numbers WHERE workspace_id = ? AND number = ? AND state = 'active'"
  return claim !== undefined && store.get(sql, workspace.id, claim.number) !== undefined
}

/** A fault of numbers that are claimed in a transaction of their own: nobody has it, and nobody gets it. */
function burnNumber({ store }: Deployment, { organizationId, workspaceId, number }: Claim): void {
  store.run(
    "INSERT OR IGNORE INTO part_numbers (organization_id, workspace_id, number, state) VALUES (?, ?, ?, 'retired')",
    organizationId,
    workspaceId,
    number,
  )
}

function usedNumber(): ServiceError {
  return validationError({ loc: ['body', 'part_number'], msg: 'is used or retired', type: 'unique' })
}
