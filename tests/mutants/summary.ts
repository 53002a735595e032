import type { MutantOutcome, Result } from './outcome.ts'
import { reasonFor } from './survivors.ts'

/** How many mutants were found, by what showed them, and the share of those that a client can see. */
export function summaryOf(results: readonly Result[]): string {
  const count = (state: MutantOutcome['state']): number =>
    results.filter(({ outcome }) => outcome.state === state).length
  const survivors = results.filter(({ outcome }) => outcome.state === 'survived')
  const incomplete = survivors.filter(({ outcome }) => outcome.state === 'survived' && outcome.untested.length > 0)
  const invisible = survivors.filter(({ mutant }) => reasonFor(mutant) !== undefined).length
  const killed = count('killed') + count('incomplete') + count('unusable')
  const visible = results.length - invisible
  return [
    `${results.length} mutants: ${killed} killed (${count('incomplete')} of them as an incomplete run, ${count('unusable')} as unusable), ` +
      `${survivors.length} survived, ${invisible} of these with a reason, ${count('timed-out')} timed out`,
    `${incomplete.length} of the survivors leave documented requirements untested, and a run says so`,
    `${share(killed, visible - count('timed-out'))} % of those that a client can see are killed, ` +
      `${share(killed, visible)} % with those that timed out counted as missed`,
  ].join('\n')
}

function share(part: number, whole: number): string {
  return whole === 0 ? '0' : ((100 * part) / whole).toFixed(1)
}
