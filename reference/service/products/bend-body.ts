import { randomUUID } from 'node:crypto'
import type { Deployment } from '../deployment.ts'
import type { FaultSwitch } from '../../faults/fault-switch.ts'
import { firstWorkspace, workspaceRow } from '../workspaces/workspace.ts'

// The faults that take what the body's rule refuses: they bend the body before it is judged.

type Body = Record<string, unknown>

/** A creation as a lenient service reads it; a sound one reads what was sent. */
export function bendCreation(deployment: Deployment, sent: unknown): unknown {
  const { faults } = deployment
  if (Array.isArray(sent) && sent.length === 1 && faults.active('array-with-one-creation-taken')) return sent[0]
  if (!isBody(sent)) return sent
  const body = bendReadableId(faults, bendNames(faults, sent), 'readable-id-folded-on-creation')
  const { name, readable_id: readableId, workspace_id: workspaceId } = body
  const workspace = { workspace_id: firstWorkspace(deployment)?.id }
  if (workspaceId === undefined && faults.active('workspace-not-required')) return { ...body, ...workspace }
  if (
    faults.has('unknown-workspace-replaced') &&
    isUnknown(deployment, workspaceId) &&
    faults.active('unknown-workspace-replaced')
  )
    return { ...body, ...workspace }
  if (name === undefined && faults.active('name-not-required')) return { ...body, name: readableId }
  if (name === '' && faults.active('empty-name-replaced-on-creation')) return { ...body, name: readableId }
  if (readableId === undefined && faults.active('readable-id-not-required')) return { ...body, readable_id: madeUp() }
  if (readableId === '' && faults.active('empty-readable-id-replaced')) return { ...body, readable_id: madeUp() }
  if (typeof readableId === 'string' && readableId.includes('__')) {
    const collapsed = { ...body, readable_id: readableId.replaceAll(/_+/gu, '_') }
    if (faults.active('readable-id-runs-of-underscores-collapsed')) return collapsed
  }
  if (typeof readableId === 'string' && readableId.endsWith('\n')) {
    const cut = { ...body, readable_id: readableId.slice(0, -1) }
    if (faults.active('readable-id-lets-a-trailing-newline-through')) return cut
  }
  return body
}

/** An update as a lenient service reads it; a sound one reads what was sent. */
export function bendUpdate({ faults }: Deployment, sent: unknown): unknown {
  if (Array.isArray(sent) && faults.active('array-body-counts-as-empty')) return {}
  if (!isBody(sent)) return sent
  const body = bendReadableId(faults, bendNames(faults, sent), 'readable-id-folded-on-update')
  const { name, baseline_version_number: baseline, ...others } = body
  if (name === '' && faults.active('empty-name-ignored-on-update')) return others
  if (baseline === 0 && faults.active('baseline-0-unsets')) return { ...others, ...(name !== undefined && { name }) }
  return body
}

function bendNames(faults: FaultSwitch, body: Body): Body {
  const { name, description } = body
  if (typeof description === 'boolean' && faults.active('flag-taken-as-text')) {
    return { ...body, description: String(description) }
  }
  if (description === '0' && faults.active('description-of-zero-passes-for-none')) return { ...body, description: '' }
  if (description === 'null' && faults.active('word-null-passes-for-none')) return { ...body, description: '' }
  if (name === '0' && faults.active('name-of-zero-passes-for-none')) return { ...body, name: '' }
  if (typeof name === 'number' && faults.active('number-taken-as-text')) return { ...body, name: String(name) }
  return body
}

function bendReadableId(
  faults: FaultSwitch,
  body: Body,
  id: 'readable-id-folded-on-creation' | 'readable-id-folded-on-update',
): Body {
  const { readable_id: readableId } = body
  if (typeof readableId !== 'string' || !/[A-Z]/u.test(readableId) || !faults.active(id)) return body
  return { ...body, readable_id: readableId.toLowerCase() }
}

function isUnknown(deployment: Deployment, id: unknown): boolean {
  return typeof id === 'string' && workspaceRow(deployment, id) === undefined
}

function madeUp(): string {
  return `product_${randomUUID().slice(0, 8)}`
}

function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
