import { describe, expect, test } from 'vitest'
import { faults, isFaultId, type FaultId } from '../../reference/faults/catalogue.ts'
import { collectChecks } from '../../lib/run/collect-checks.ts'
import { judgeReference } from './judge-reference.ts'
import { findWitnesses } from './witnesses.ts'

/** References judged side by side within one process: now and then a check waits for the target's clock. */
const sideBySide = 4

declare module 'vitest' {
  interface TaskMeta {
    /** What became of one fault of the catalogue. */
    fault?: { readonly found: boolean; readonly exactlyBlamed: boolean }
  }
}

/**
 * Declares a test for each fault of one part of the catalogue: the suite finds it, blames exactly the requirements that
 * it breaks, and has really reached it. The catalogue is dealt out to several test files, which run side by side.
 */
export function proveFaults(part: number, parts: number): void {
  const ids = Object.keys(faults)
    .filter((id): id is FaultId => isFaultId(id))
    .filter((_, index) => index % parts === part)
  const witnesses = collectChecks().then((checks) => findWitnesses(checks))
  describe(`part ${part + 1} of ${parts}: ${ids.length} faults`, { concurrent: true }, () => {
    const slots = Array.from({ length: sideBySide }, () => Promise.resolve())
    test.for(ids)('%s', async (id, { task }) => {
      const judgement = await takingTurns(slots, async () => {
        const checks = (await witnesses).get(id) ?? []
        return judgeReference({ checks, faults: [id] })
      })
      const violated = [...new Set(judgement.record.findings.map(({ requirement }) => requirement))].sort()
      const broken = [...faults[id].breaks].sort()
      task.meta.fault = { found: violated.length > 0, exactlyBlamed: violated.join() === broken.join() }
      expect(judgement.record.harnessProblems).toEqual([])
      expect(violated).toEqual(broken)
      expect(judgement.activations[id]).toBeGreaterThan(0)
    })
  })
}

/** Runs work when the first slot is free: a reference and its run take memory and both cores. */
async function takingTurns<Result>(slots: Array<Promise<void>>, work: () => Promise<Result>): Promise<Result> {
  const before = slots.shift() ?? Promise.resolve()
  const result = before.then(work)
  slots.push(
    result.then(
      () => undefined,
      () => undefined,
    ),
  )
  return result
}
