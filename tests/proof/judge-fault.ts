import type { Check } from '../../lib/run/check.ts'
import { faults, type FaultId } from '../../reference/faults/catalogue.ts'
import { expect } from 'vitest'
import { judgeReference } from './judge-reference.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** What became of one fault of the catalogue. */
    fault?: { readonly found: boolean; readonly exactlyBlamed: boolean }
  }
}

/** Expects that these checks find a fault, blame exactly the requirements that it breaks, and really reached it. */
export async function expectFound(
  id: FaultId,
  checks: readonly Check[],
  meta: { fault?: { readonly found: boolean; readonly exactlyBlamed: boolean } },
): Promise<void> {
  const judgement = await judgeReference({ checks, faults: [id] })
  const violated = [...new Set(judgement.record.findings.map(({ requirement }) => requirement))].sort()
  const broken = [...faults[id].breaks].sort()
  meta.fault = { found: violated.length > 0, exactlyBlamed: violated.join() === broken.join() }
  expect(judgement.record.harnessProblems).toEqual([])
  expect(violated).toEqual(broken)
  expect(judgement.activations[id]).toBeGreaterThan(0)
}
