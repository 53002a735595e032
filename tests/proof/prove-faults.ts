import { describe, test, type TestContext } from 'vitest'
import { type FaultId, faultOf } from '../../proof/faults/catalogue.ts'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { checksOf } from '../../proof/judge/checks-of.ts'
import { expectExactBlame, judgeFault } from './judge-fault.ts'
import { proofBudget } from './proof-budget.ts'
import type { JudgeOptions } from '../../proof/judge/judge-reference.ts'
import { showsByTheClock } from '../../proof/judge/shows-by-the-clock.ts'
import { sampledFaults } from '../../proof/judge/sampled-faults.ts'

const ids = sampledFaults(proofBudget.seed)

/**
 * Declares a test for each fault of one part of the catalogue: the checks of the requirements that it breaks find it, and
 * blame nothing else. Of those made from the schemas, one of each schema and kind is tried. The second tier tries all of
 * them, by all checks that can see them. The parts run side by side.
 */
export function proveFaults(part: number, parts: number): void {
  const ofThisPart = ids.filter((id) => !showsByTheClock(id)).filter((_, index) => index % parts === part)
  describe(`part ${part + 1} of ${parts}: ${ofThisPart.length} faults`, { concurrent: true }, () => {
    test.for(ofThisPart)('%s', (id, { task }) => expectFound(id, task))
  })
}

/** The same for all that show in windows of time, or in what comes later: for a thread whose clock the test owns. */
export function proveFaultsByTheClock(options: Pick<JudgeOptions, 'changes'>): void {
  test.for(ids.filter((id) => showsByTheClock(id)))('%s', (id, { task }) => expectFound(id, task, options))
}

async function expectFound(
  id: FaultId,
  { meta }: TestContext['task'],
  options: Pick<JudgeOptions, 'changes'> = {},
): Promise<void> {
  const all = await collectChecks()
  const judgement = await judgeFault(id, checksOf(faultOf(id).breaks, all), options)
  // What passive checks judge may show in the traffic of other checks alone.
  const isSeen = judgement.violated.length > 0
  expectExactBlame(id, isSeen ? judgement : await judgeFault(id, all, options), meta)
}
