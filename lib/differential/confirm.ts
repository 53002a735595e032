import type { Check } from '../run/check.ts'
import type { Step } from '../run/steps/step.ts'
import { compareBehaviour, type Compared } from './compare-behaviour.ts'
import { keyOf, type Difference } from './difference.ts'

/** Runs checks against both deployments once more. */
export type RunBoth = (
  checks: readonly Check[],
) => Promise<{ readonly olds: readonly Step[]; readonly news: readonly Step[] }>

/** Checks that are repeated for one difference at most. */
const witnesses = 2

/**
 * Keeps the differences that are there again when the checks that saw them are repeated: chance, other users and the hour
 * make differences too, but hardly the same ones twice.
 */
export async function confirm(
  { differences, seenBy }: Compared,
  checks: readonly Check[],
  runBoth: RunBoth,
): Promise<readonly Difference[]> {
  if (differences.length === 0) return []
  const titles = new Set([...seenBy.values()].flatMap((seen) => [...seen].slice(0, witnesses)))
  const repeated = checks.filter(({ title }) => titles.has(title))
  const { olds, news } = await runBoth(repeated)
  const again = compareBehaviour(olds, news, checks).seenBy
  return differences.filter((difference) =>
    again.has(keyOf({ ...difference, endpoint: difference.endpoints[0] ?? '' })),
  )
}
