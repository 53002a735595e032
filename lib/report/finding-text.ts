import type { ReportedFinding } from './conformance-report.ts'
import { judgedRequest } from './judged-request.ts'
import { toldBy } from './told-by.ts'
import { whatDiffers } from './what-differs.ts'

/** What was expected and received, in one line. */
export function findingClaim(finding: ReportedFinding, baseUrl: string): string {
  const where = judgedRequest(finding, baseUrl)
  const { expected, received } = whatDiffers(finding)
  return `${where === undefined ? '' : `${where}: `}expected ${expected}, received ${received}`
}

/** All that a reader needs to see a finding again, a line each. */
export function findingText(finding: ReportedFinding, baseUrl: string): string {
  return [
    findingClaim(finding, baseUrl),
    `does not hold: ${toldBy(finding)}`,
    ...(finding.trail.length > 0 ? [`after: ${finding.trail.join(' · ')}`] : []),
    ...(finding.beside.length > 0 ? [`compared with: ${finding.beside.join(' · ')}`] : []),
    ...(finding.counterexample === undefined ? [] : [`counterexample: ${finding.counterexample}`]),
    ...(finding.hint === undefined ? [] : [`hint: ${finding.hint}`]),
    `check: ${finding.check}`,
    `occurrences: ${finding.occurrences}`,
    `signature: ${finding.signature}`,
    finding.reproduce,
    ...(finding.script === undefined ? [] : [`script: ${finding.script.name}`]),
    `replay: ${finding.replay}`,
  ].join('\n')
}
