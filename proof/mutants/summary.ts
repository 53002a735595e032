import type { MutantOutcome, Result } from './outcome.ts'
import { reasonFor } from './survivors.ts'

/** How many mutants were found, by what showed them, and the share of those that a client can see. */
export function summaryOf(results: readonly Result[]): string {
  const count = (state: MutantOutcome['state']): number =>
    results.filter(({ outcome }) => outcome.state === state).length
  const survivors = results.filter(({ outcome }) => outcome.state === 'survived')
  const untesting = survivors.filter(({ outcome }) => outcome.state === 'survived' && outcome.untested.length > 0)
  const invisible = survivors.filter(isInvisible).length
  const accused = results.filter((result) => result.outcome.state === 'killed' && isInvisible(result)).length
  const killed = count('killed') + count('unusable')
  // A slow machine leaves a run incomplete too, and makes it late: that is not a proof that the mutant was found.
  const undecided = results.filter((result) => isUndecided(result) && !isInvisible(result)).length
  const visible = killed + survivors.length - invisible
  return [
    `${results.length} mutants: ${killed} killed (${count('unusable')} of them as unusable), ${survivors.length} survived ` +
      `(${invisible} with a reason), ${count('incomplete')} left the run incomplete, ${count('timed-out')} timed out`,
    `${accused} of the killed have a reason why no client could see them: it is false, or lawful deployments are accused`,
    `${untesting.length} of the survivors leave documented requirements untested, and a run says so`,
    `${share(killed, visible)} % of those that a client can see are killed, ` +
      `${share(killed, visible + undecided)} % with the incomplete and the late ones counted as missed`,
  ].join('\n')
}

function isUndecided({ outcome }: Result): boolean {
  return outcome.state === 'incomplete' || outcome.state === 'timed-out'
}

function isInvisible({ mutant }: Result): boolean {
  return reasonFor(mutant) !== undefined
}

function share(part: number, whole: number): string {
  return whole === 0 ? '0' : ((100 * part) / whole).toFixed(1)
}
