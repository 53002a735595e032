import { show } from '../../contract/show.ts'
import fc from 'fast-check'
import { ConfigurationError } from '../../config/errors.ts'
import type { TargetFile } from '../../config/target-file.ts'
import { matchesPattern } from '../../contract/matches-pattern.ts'

/** The maximum length of a number that an expression describes. */
const longestNumber = 1000

/** Rejects a declared format for which no part number can be generated or checked. Throws `ConfigurationError`. */
export function checkPartNumberFormat({ fixtures }: TargetFile): void {
  const pattern = fixtures?.partNumberRule?.pattern
  if (pattern === undefined) return
  const refusal = (why: string): ConfigurationError =>
    new ConfigurationError(`fixtures.partNumberRule.pattern of the target file, ${pattern}, ${why}`)
  if (leastRepetitions(pattern) > longestNumber) throw refusal('is too large; write it with smaller repetitions')
  const number = numberOf(pattern, refusal)
  if (number.length > longestNumber)
    throw refusal(`describes part numbers of ${number.length} characters; at most ${longestNumber} are possible`)
  // Such an expression is slow for a text that matches repeatedly but not at its end.
  const nearly = `${number.repeat(longestNumber).slice(0, 100)}\u0000`
  if (matchesPattern(nearly, pattern) === undefined)
    throw refusal('backtracks without end; write it without nested repetitions')
}

/** How many times a part of a number is repeated, at least: a repeated group repeats everything in it. */
function leastRepetitions(pattern: string): number {
  const counts = [...pattern.matchAll(/(\)?)\{(\d+)/g)].map(([, group, count]) => ({ group, count: Number(count) }))
  const ofGroups = counts.filter(({ group }) => group === ')').reduce((product, { count }) => product * count, 1)
  return ofGroups * Math.max(1, ...counts.map(({ group, count }) => (group === '' ? count : 1)))
}

function numberOf(pattern: string, refusal: (why: string) => ConfigurationError): string {
  try {
    return fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 1, seed: 1 })[0] ?? ''
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : show(cause)
    throw refusal(`cannot be used to generate part numbers (${why}); write it without lookaround and back references`)
  }
}
