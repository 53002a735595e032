import { describe, test } from 'vitest'
import { faults, isFaultId } from '../../reference/faults/catalogue.ts'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { checksOf } from './checks-of.ts'
import { expectExactBlame, judgeFault } from './judge-fault.ts'

/**
 * Declares a test for each fault of one part of the catalogue: the checks of the requirements that it breaks find it, and
 * blame nothing else. The second tier tries it by all checks that can see it. The parts run side by side.
 */
export function proveFaults(part: number, parts: number): void {
  const ids = Object.keys(faults)
    .filter((id) => isFaultId(id))
    .filter((_, index) => index % parts === part)
  describe(`part ${part + 1} of ${parts}: ${ids.length} faults`, { concurrent: true }, () => {
    // What a fault does to a window or to a late description shows by the clock alone: a busy machine may miss it once.
    test.for(ids)('%s', { retry: 2 }, async (id, { task }) => {
      const all = await collectChecks()
      const judgement = await judgeFault(id, checksOf(faults[id].breaks, all))
      // What passive checks judge may show in the traffic of other checks alone.
      const isSeen = judgement.violated.length > 0
      expectExactBlame(id, isSeen ? judgement : await judgeFault(id, all), task.meta)
    })
  })
}
