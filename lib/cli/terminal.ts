import { painted } from '../client/output.ts'
import { areaCounts } from '../report/area-counts.ts'
import type { ConformanceReport, ReportedFinding, ReportedRequirement } from '../report/conformance-report.ts'
import { inOneLine, shortened, withoutControlCharacters } from '../report/escape.ts'
import { findingGroups, type FindingGroup } from '../report/finding-groups.ts'
import { judgedRequest } from '../report/judged-request.ts'
import { casesIn, depthOf } from '../report/depth.ts'
import { untestedCasesByReason } from '../report/untested-cases-by-reason.ts'
import { remedyOfMany, untestedByReason } from '../report/untested-by-reason.ts'
import { whatDiffers } from '../report/what-differs.ts'

const findingsShown = 3
/** A server that answers nonsense violates nearly everything: more blocks than this are single lines. */
const blocksShown = 20
const longestText = 300
const longestCommand = 1500

/** What standard output shows when a run has ended: each violated requirement, the counts, the verdict, where the reports are. */
export function terminalSummary(report: ConformanceReport, reportsDirectory: string): string {
  const violated = report.requirements.filter(({ verdict }) => verdict === 'violated')
  const places = { baseUrl: report.target.baseUrl, reportsDirectory }
  const blocks = violated.map((requirement, index) =>
    index < blocksShown ? block(requirement, places) : headline(requirement),
  )
  return [
    ...blocks,
    areaTable(report),
    untestedLines(report),
    untestedCaseLines(report),
    ...(report.problems ?? []).map((problem) => text(problem)),
    ...(report.staleDeviations ?? []).map((line) => `stale deviation: ${text(line)}`),
    verdictLine(report),
    `reports: ${text(reportsDirectory)}`,
  ]
    .filter((part) => part !== '')
    .join('\n')
    .concat('\n')
}

interface Places {
  readonly baseUrl: string
  readonly reportsDirectory: string
}

function block(requirement: ReportedRequirement, places: Places): string {
  // What says the same of another place is the same violation.
  const groups = findingGroups(requirement.findings)
  const left = groups.length - findingsShown
  return [
    headline(requirement),
    ...toldOnce(groups.slice(0, findingsShown).flatMap((group) => groupLines(group, places))),
    ...(left > 0 ? [`and ${left} more; see conformance.json`] : []),
  ]
    .join('\n  ')
    .concat('\n')
}

/** Findings of one requirement often share what to think of and how to run it again. */
function toldOnce(lines: readonly string[]): string[] {
  return lines.filter((line, index) => !/^(?:hint|replay): /.test(line) || lines.indexOf(line) === index)
}

function headline({ id, statement, findings, counts }: ReportedRequirement): string {
  const known = findings.every((finding) => finding.known)
  const word = known ? 'known   ' : counts === false ? 'warning ' : 'violated'
  const colour = known || counts === false ? 'yellow' : 'red'
  return `${painted('bold', id.padEnd(8))}${painted(colour, word)}  ${statement}`
}

function groupLines([finding, ...others]: FindingGroup, places: Places): string[] {
  const [first = '', ...rest] = findingLines(finding, places)
  if (others.length === 0) return [first, ...rest]
  return [
    first,
    `the same in ${others.length} other ${others.length === 1 ? 'place' : 'places'}; see index.html`,
    ...rest,
  ]
}

function findingLines(finding: ReportedFinding, { baseUrl, reportsDirectory }: Places): string[] {
  const where = judgedRequest(finding, baseUrl)
  const { expected, received } = whatDiffers(finding)
  const times = finding.occurrences > 1 ? ` (${finding.occurrences} times)` : ''
  return [
    `${where === undefined ? '' : `${text(where)}: `}expected ${text(expected)}, received ${text(received)}${times}${requestIdText(finding)}`,
    ...(finding.trail.length > 0 ? [`after: ${finding.trail.map((step) => text(step)).join(' · ')}`] : []),
    ...(finding.beside.length > 0 ? [`compared with: ${finding.beside.map((step) => text(step)).join(' · ')}`] : []),
    ...(finding.counterexample === undefined ? [] : [`counterexample: ${text(finding.counterexample)}`]),
    ...(finding.hint === undefined ? [] : [`hint: ${text(finding.hint)}`]),
    ...(finding.known ? [`known until ${text(finding.known.expires)}: ${text(finding.known.reason)}`] : []),
    ...(finding.script === undefined
      ? finding.reproduce === finding.replay
        ? []
        : [command(finding.reproduce)]
      : [`reproduce: sh ${text(`${reportsDirectory}/${finding.script.name}`)}`]),
    `replay: ${inOneLine(withoutControlCharacters(finding.replay))}`,
  ]
}

/** What an operator searches the log of the server for. */
function requestIdText({ exchanges }: ReportedFinding): string {
  const id = exchanges.at(-1)?.responseHeaders['x-request-id']
  return id === undefined ? '' : `, request id ${text(id)}`
}

function command(curl: string): string {
  if (curl.length > longestCommand) return 'curl: the command is long; see conformance.json'
  return withoutControlCharacters(curl).replaceAll('\n', '\n    ')
}

function areaTable({ requirements }: ConformanceReport): string {
  const rows = areaCounts(requirements)
  const width = Math.max(...rows.map(({ title }) => title.length), 'area'.length)
  const heading = `${'area'.padEnd(6)}${''.padEnd(width)}  conforms  violated  untested  observed          cases`
  const lines = rows.map(({ id, title, requirements: own, conforms, violated, untested, observed }) => {
    const red = violated === 0 ? cell(violated) : painted('red', cell(violated))
    return `${id.padEnd(6)}${title.padEnd(width)}${cell(conforms)}${red}${cell(untested)}${cell(observed)}${caseCell(own)}`
  })
  return [painted('dim', heading), ...lines].join('\n')
}

function cell(count: number): string {
  return (count === 0 ? '·' : `${count}`).padStart(10)
}

function caseCell(requirements: readonly ReportedRequirement[]): string {
  const { looked, known } = casesIn(requirements)
  return `${looked}/${known}`.padStart(15)
}

function untestedLines({ requirements }: ConformanceReport): string {
  const reasons = Map.groupBy(untestedByReason(requirements), ({ obstacle }) => obstacle.reason)
  return [...reasons]
    .map(([reason, groups]) => {
      const total = groups.reduce((sum, { ids }) => sum + ids.length, 0)
      const [largest] = groups.toSorted((one, other) => other.ids.length - one.ids.length)
      return `untested ${total}, ${reason}: ${largest === undefined ? '' : text(remedyOfMany(largest.obstacle))}${groups.length > 1 ? ', and others' : ''}`
    })
    .join('\n')
}

/** What hides behind a verdict: places where the rule applies, and where this run did not look. */
function untestedCaseLines({ requirements }: ConformanceReport): string {
  return untestedCasesByReason(requirements)
    .map(({ reason, cases }) => {
      const ids = new Set(cases.map(({ id }) => id))
      const remedies = new Set(cases.map((obstacle) => remedyOfMany(obstacle)))
      const [remedy = ''] = remedies
      return `cases not looked at ${cases.length}, in ${ids.size} ${ids.size === 1 ? 'requirement' : 'requirements'}, ${reason}: ${text(remedy)}${remedies.size > 1 ? ', and others' : ''}`
    })
    .join('\n')
}

function verdictLine({ verdict, summary, target, requirements }: ConformanceReport): string {
  const colour = { conformant: 'green', 'non-conformant': 'red', incomplete: 'yellow', error: 'red' } as const
  const { conforms, violated, untested, observed, knownDeviations } = summary
  const known = knownDeviations === 0 ? '' : ` (${knownDeviations} known)`
  return (
    `${painted(colour[verdict], verdict)}: ${conforms} conform, ${violated} violated${known}, ${untested} untested, ${observed} observed; ${depthOf(requirements)}; ` +
    `${target.exchanges.toLocaleString('en-US')} exchanges in ${(target.durationMs / 1000).toFixed(1)} s, seed ${target.seed}`
  )
}

function text(hostile: string): string {
  return shortened(inOneLine(withoutControlCharacters(hostile)), longestText)
}
