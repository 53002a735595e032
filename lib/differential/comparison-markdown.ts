import { markdownCode, markdownText } from '../report/escape.ts'
import type { Comparison } from './comparison.ts'
import { byEndpoint } from './by-endpoint.ts'
import { condense } from './condense.ts'
import { difference, phrase } from './phrase.ts'

/** The comparison of two deployments for a pull request. */
export function comparisonMarkdown(comparison: Comparison): string {
  const { old, new: now, mode, effort, seed, pairs, unconfirmed, differences } = comparison
  const sections = [...byEndpoint(condense(differences))].map(([endpoint, group]) =>
    [
      `### ${markdownText(endpoint)}`,
      ...group.map((one) => {
        const seen = one.occurrences === 1 ? 'once' : `${one.occurrences} times`
        const { check, request, status } = one.example
        const answers = status.old === status.new ? `${status.new}` : `${status.old} and ${status.new}`
        return [
          `- ${markdownText(phrase(one))} ${markdownCode(one.old)} → ${markdownCode(one.new)}, seen ${seen}${others(one.otherWays)}`,
          `  - for example in “${markdownText(check)}”: ${markdownCode(request)} answered ${answers}`,
        ].join('\n')
      }),
    ].join('\n'),
  )
  return [
    `## ${markdownText(difference(differences.length))}`,
    `${markdownText(now.name)} (${markdownCode(now.baseUrl)}) held against ${markdownText(old.name)} (${markdownCode(old.baseUrl)}): ` +
      `${pairs} answers to the same requests; ${mode}, ${effort}, seed ${seed}.` +
      (unconfirmed === 0 ? '' : ` ${unconfirmed} more were seen once and not again.`),
    ...sections,
    '',
  ].join('\n\n')
}

function others(ways: number): string {
  if (ways === 0) return ''
  return `, and ${ways === 1 ? 'another such difference' : `${ways} other such differences`} (see against.json)`
}
