import type { ConformanceReport } from './conformance-report.ts'
import { shortened, withoutControlCharacters } from './escape.ts'
import { findingClaim } from './finding-text.ts'
import { failsTheRun } from './judge-target.ts'

/** GitHub shows so many of a step. */
const annotationsShown = 10
const longestMessage = 1000

/** The violations as commands of GitHub's log, which stand as annotations beside a run: requirement, what came instead, hint. */
export function githubAnnotations({ requirements, target }: ConformanceReport): string {
  const lines = requirements
    .filter((requirement) => failsTheRun(requirement))
    .slice(0, annotationsShown)
    .map(({ id, statement, findings: [finding] }) => {
      const told = finding === undefined ? [] : [findingClaim(finding, target.baseUrl), finding.hint ?? '']
      const message = [`not kept: ${statement}`, ...told].filter((part) => part !== '').join('\n')
      return `::error title=${property(id)}::${data(shortened(withoutControlCharacters(message), longestMessage))}`
    })
  return lines.map((line) => `${line}\n`).join('')
}

/** Nothing that a target says may begin a command of its own. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
