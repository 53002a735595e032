import type { ConformanceReport, ReportedRequirement } from './conformance-report.ts'
import { shortened, withoutControlCharacters } from './escape.ts'
import { findingGroups } from './finding-groups.ts'
import { findingClaim } from './finding-text.ts'
import { failsTheRun } from './judge-target.ts'

/** GitHub shows so many of a step. */
const annotationsShown = 10
const longestMessage = 1000

/** The violations as commands of GitHub's log, which stand as annotations beside a run: requirement, what came instead, hint. */
export function githubAnnotations({ requirements, target }: ConformanceReport): string {
  const failing = requirements.filter((requirement) => failsTheRun(requirement))
  const lines = failing
    .slice(0, annotationsShown)
    .map((requirement) => `::error title=${property(requirement.id)}::${data(messageOf(requirement, target.baseUrl))}`)
  const left = failing.length - lines.length
  const all = `The job summary and index.html show all ${failing.length} violated requirements.`
  return [...lines, ...(left > 0 ? [`::notice title=and ${left} more::${all}`] : [])]
    .map((line) => `${line}\n`)
    .join('')
}

function messageOf({ statement, findings }: ReportedRequirement, baseUrl: string): string {
  const finding = findingGroups(findings)[0]?.[0]
  const claim = finding === undefined ? [] : [findingClaim(finding, baseUrl)]
  const hint = finding?.hint === undefined ? [] : [`hint: ${finding.hint}`]
  return shortened(withoutControlCharacters([statement, ...claim, ...hint].join('\n')), longestMessage)
}

/** Nothing that a target says may begin a command of its own. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
