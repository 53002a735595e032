import { describe, test, type TestContext } from 'vitest'
import { type FaultId, faults, isFaultId } from '../../reference/faults/catalogue.ts'
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
    test.for(ids.filter((id) => !showsByTheClock(id)))('%s', prove)
    // A busy machine may miss once what a fault does to a window of seconds or to a description that comes later.
    test.for(ids.filter((id) => showsByTheClock(id)))('%s, by the clock', { retry: 2 }, prove)
  })
}

function showsByTheClock(id: FaultId): boolean {
  return faults[id].breaks.some((requirement) => /^(?:RATE|AI)-/.test(requirement))
}

async function prove(id: FaultId, { task }: TestContext): Promise<void> {
  const all = await collectChecks()
  const judgement = await judgeFault(id, checksOf(faults[id].breaks, all))
  // What passive checks judge may show in the traffic of other checks alone.
  const isSeen = judgement.violated.length > 0
  expectExactBlame(id, isSeen ? judgement : await judgeFault(id, all), task.meta)
}
