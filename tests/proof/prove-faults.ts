import { describe, expect, test } from 'vitest'
import { faults, isFaultId, type FaultId } from '../../reference/faults/catalogue.ts'
import { collectChecks } from '../../lib/run/collect-checks.ts'
import { judgeReference } from './judge-reference.ts'
import { findWitnesses } from './witnesses.ts'

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
    // What a fault does to a window or to a late description shows by the clock serial: a busy machine may miss it once.
    test.for(ids)('%s', { retry: 2 }, async (id, { task }) => {
      const checks = (await witnesses).get(id) ?? []
      const judgement = await judgeReference({ checks, faults: [id] })
      const violated = [...new Set(judgement.record.findings.map(({ requirement }) => requirement))].sort()
      const broken = [...faults[id].breaks].sort()
      task.meta.fault = { found: violated.length > 0, exactlyBlamed: violated.join() === broken.join() }
      expect(judgement.record.harnessProblems).toEqual([])
      expect(violated).toEqual(broken)
      expect(judgement.activations[id]).toBeGreaterThan(0)
    })
  })
}
