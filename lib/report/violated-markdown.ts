import { canBeSent } from './can-be-sent.ts'
import type { ConformanceReport, ReportedFinding, ReportedRequirement } from './conformance-report.ts'
import { markdownBlock, markdownCode, markdownText, shortened } from './escape.ts'
import { findingGroups, type FindingGroup } from './finding-groups.ts'
import { judgedRequest } from './judged-request.ts'
import { toldBy } from './told-by.ts'
import { whatDiffers } from './what-differs.ts'

const findingsShown = 3
const placesShown = 8

/** Each violated requirement with its findings, as many as there is room for; the ids of the others are named. */
export function violatedMarkdown({ requirements, target }: ConformanceReport, room: number): string {
  const violated = requirements.filter(({ verdict }) => verdict === 'violated')
  if (violated.length === 0) return ''
  const shown: string[] = []
  let length = 0
  for (const requirement of violated) {
    const section = requirementSection(requirement, target.baseUrl)
    length += section.length + 2
    if (length > room) break
    shown.push(section)
  }
  const left = violated.slice(shown.length).map(({ id }) => id)
  const rest = left.length === 0 ? [] : [`Not shown for want of room (see \`conformance.json\`): ${left.join(', ')}`]
  return ['## Violated', ...shown, ...rest].join('\n\n')
}

function requirementSection(requirement: ReportedRequirement, baseUrl: string): string {
  const { id, kind, statement, findings, counts } = requirement
  // What says the same of another place is the same violation.
  const groups = findingGroups(findings)
  const left = groups.length - findingsShown
  return [
    `### ${id}: ${markdownText(statement)}`,
    `${kind}${counts === false ? ', warns only' : ''}; ${markdownText(requirement.source)}`,
    ...groups.slice(0, findingsShown).map((group) => findingSection(group, baseUrl)),
    ...(left > 0 ? [`and ${left} more in \`conformance.json\``] : []),
  ].join('\n\n')
}

function findingSection([finding, ...others]: FindingGroup, baseUrl: string): string {
  const { known, hint, trail, counterexample } = finding
  const { expected, received } = whatDiffers(finding)
  const occurrences = others.reduce((sum, other) => sum + other.occurrences, finding.occurrences)
  const elsewhere = new Set(others.flatMap((other) => judgedRequest(other, baseUrl) ?? []).map(inShort))
  const where = judgedRequest(finding, baseUrl)
  return [
    `${where === undefined ? '' : `${code(where)}: `}expected ${code(expected)}, received ${code(received)}` +
      (occurrences > 1 ? ` (${occurrences} times)` : ''),
    `Does not hold: ${code(toldBy(finding))}`,
    ...(elsewhere.size > 0
      ? [
          `Also: ${[...elsewhere].slice(0, placesShown).map(code).join(' · ')}${elsewhere.size > placesShown ? ' and others' : ''}`,
        ]
      : []),
    ...(known ? [`Known until ${code(known.expires)}, ${code(known.owner)}: ${code(known.reason)}`] : []),
    ...(trail.length > 0 ? [`After: ${trail.map((step) => code(step)).join(' · ')}`] : []),
    ...(counterexample === undefined ? [] : [`Counterexample: ${code(counterexample)}`]),
    ...(hint === undefined ? [] : [`Hint: ${code(hint)}`]),
    details(finding),
  ].join('\n\n')
}

const longestQuery = 40

/** A request in a list of such: ids say nothing there, and neither does the end of a long query. */
function inShort(request: string): string {
  const [path = '', query] = request.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi, '{id}').split('?', 2)
  if (query === undefined) return path
  return query.length > longestQuery ? `${path}?…` : `${path}?${query}`
}

function details(finding: ReportedFinding): string {
  const { signature, reproduce, replay, script } = finding
  const command = reproduce.length > 2000 ? '# the command is long; see conformance.json' : reproduce
  return [
    `<details><summary>Reproduce (signature ${signature})</summary>`,
    markdownBlock(
      [
        ...(script ? [`sh ${script.name}  # ${scriptComment(finding)}`] : []),
        ...(script && !canBeSent(finding) ? [] : [command]),
        '',
        `# ${replay}`,
      ].join('\n'),
      'sh',
    ),
    '</details>',
  ].join('\n\n')
}

/** What the reader of a script's line has to know. */
function scriptComment({ script }: ReportedFinding): string {
  const needs = script?.needs
  return needs === undefined ? 'the fewest requests; BREACH, KEPT or UNDECIDED' : `needs ${needs}`
}

function code(text: string): string {
  return markdownCode(shortened(text, 300))
}
