import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { proofBudget } from './proof/proof-budget.ts'
import { shuffled } from '../proof/judge/shuffled.ts'

/**
 * Files that take longest, the longest first: one of them that began last would keep one worker busy while the others have
 * nothing left to do. Vitest knows it of an earlier run alone, and takes long files for long tests before.
 */
const longest = [
  'proof/faults-part-1.test',
  'proof/faults-part-2.test',
  'hostile/hostile.test',
  'hostile/nonsense.test',
  'independent-servers/bugs.test',
  'cli/run.test',
  'hostile/foreign-data.test',
  'cli/cleanup.test',
  'cli/gate.test',
  'report/html/paper.test',
  'report/html/hostile-page.test',
  'replay/transcript/transcripts.test',
  'independent-servers/sound-servers.test',
  'cli/action-script.test',
  'doctor/foresight.test',
  'cli/doctor.test',
  'preflight/faulty-deployments.test',
  'preflight/command.test',
  'cli/networks.test',
  'cli/shards.test',
  'proof/seeds.test',
  'ledger/teardown.test',
  'cli/bad-input.test',
  'differential/against.test',
  'report/html/filter.test',
  'cli/stale-reports.test',
  'report/har.test',
  'package/package.test',
  'proof/faults-by-the-clock.test',
  // Of the second tier: half of all that is to be proven of faults, all variants beside others, and pairs of faults. A sample has
  // some of each.
  'proof/second-tier-part-1.slow',
  'proof/variants.slow',
  'proof/pairs-of-faults.slow',
]

/** Begins with the longest files, in every clone alike; a sample of the second tier takes the others as its seed decides. */
export class OrderOfFiles extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = proofBudget.seed === 0 ? await super.sort(files) : shuffled(files, proofBudget.seed)
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = longest.findIndex((name) => moduleId.endsWith(`/tests/${name}.ts`))
  return place === -1 ? longest.length : place
}
