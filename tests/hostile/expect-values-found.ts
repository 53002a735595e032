import { expect } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import type { RequirementId } from '../../lib/contract/requirement.ts'
import { startReference } from '../../reference/start-reference.ts'
import { judgeTarget } from '../../proof/judge/judge-target.ts'
import { serverKeys } from '../../proof/servers/independent-server.ts'
import { startServer } from '../../proof/servers/start-server.ts'
import { hostileByPath, hostileHeadersIn, hostileIn } from './hostile-values.ts'
import { openRelay, type Spoil } from './relay.ts'

/** What is hostile: fields that name something, and have one value everywhere; fields that have the same few values everywhere; or headers. */
type Hostile =
  | { readonly names: readonly string[] }
  | { readonly fields: readonly string[] }
  | { readonly headers: readonly string[] }

export type HostileRow = Hostile & {
  /** What is found; nothing where no rule says what the values have to be. */
  readonly requirement?: RequirementId
}

interface Opened {
  readonly baseUrl: string
  readonly keys: { readonly own: string; readonly otherOrganization: string }
  readonly close: () => Promise<void>
}

/** What never comes is waited for that long. */
const latenessMs = 1500

async function openReference(): Promise<Opened> {
  const { baseUrl, keys, close } = await startReference()
  return { baseUrl, keys: { own: keys.own, otherOrganization: keys.otherOrganization }, close }
}

/** A service that was written without a look at the reference. */
export async function openIndependent(): Promise<Opened> {
  const { baseUrl, close } = await startServer('express')
  return { baseUrl, keys: { own: serverKeys.own, otherOrganization: serverKeys.other }, close }
}

/** Expects that hostile values put no check out of step, of some areas or of all, and are a finding of the target by their requirement. */
export async function expectValuesFound(
  row: HostileRow,
  areas?: readonly string[],
  open = openReference,
): Promise<void> {
  const { baseUrl, keys, close } = await open()
  try {
    await using relay = await openRelay(baseUrl, spoilOf(row))
    const isJudging = (id: string): boolean => areas === undefined || areas.includes(id.split('-')[0] ?? '')
    const checks = (await collectChecks()).filter(({ verifies }) => verifies.some((id) => isJudging(id)))
    const { findings, harnessProblems } = await judgeTarget({ baseUrl: relay.url, keys, checks, latenessMs })
    expect(harnessProblems).toEqual([])
    const found = findings.map(({ requirement }) => requirement)
    if (row.requirement === undefined) expect(found).toEqual([])
    else expect(found).toContain(row.requirement)
  } finally {
    await close()
  }
}

function spoilOf(row: Hostile): Spoil {
  if ('names' in row) return hostileIn(row.names)
  return 'fields' in row ? hostileByPath(row.fields) : hostileHeadersIn(row.headers)
}
