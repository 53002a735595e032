import { expect } from 'vitest'
import type { Check } from '../../lib/run/check.ts'
import { type FaultId, faultOf } from '../../proof/faults/catalogue.ts'
import { judgeReference, type JudgeOptions } from '../../proof/judge/judge-reference.ts'

/** What became of one fault of the catalogue, as tests note it for the count at the end. */
export interface FaultMeta {
  fault?: { readonly found: boolean; readonly exactlyBlamed: boolean }
}

declare module 'vitest' {
  interface TaskMeta extends FaultMeta {}
}

interface FaultJudgement {
  readonly violated: readonly string[]
  readonly activations: number
  readonly harnessProblems: readonly unknown[]
}

/** What checks find of a reference with one fault. */
export async function judgeFault(
  id: FaultId,
  checks: readonly Check[],
  options: Pick<JudgeOptions, 'changes'> = {},
): Promise<FaultJudgement> {
  const { record, activations } = await judgeReference({ checks, faults: [id], ...options })
  return {
    violated: [...new Set(record.findings.map(({ requirement }) => requirement))].sort(),
    activations: activations[id] ?? 0,
    harnessProblems: record.harnessProblems,
  }
}

/** Whether a fault was reached and exactly the requirements that it breaks were blamed. */
export function isExact(id: FaultId, { violated, activations, harnessProblems }: FaultJudgement): boolean {
  return harnessProblems.length === 0 && activations > 0 && violated.join() === [...faultOf(id).breaks].sort().join()
}

/** Expects that a fault was found, that exactly the requirements that it breaks were blamed, and that it was really reached. */
export function expectExactBlame(id: FaultId, judgement: FaultJudgement, meta: FaultMeta): void {
  const { violated, activations, harnessProblems } = judgement
  const broken = [...faultOf(id).breaks].sort()
  meta.fault = { found: violated.length > 0, exactlyBlamed: violated.join() === broken.join() }
  expect(harnessProblems).toEqual([])
  expect(violated).toEqual(broken)
  expect(activations).toBeGreaterThan(0)
}
