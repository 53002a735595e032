import { scriptName } from '../checks/finding.ts'
import { painted } from '../client/output.ts'
import type { ConformanceReport, ReportedRequirement } from '../report/conformance-report.ts'
import { casesIn, depthOf } from '../report/document/depth.ts'
import { areaCounts, type AreaCounts, type RunDocument, type ShownViolation } from '../report/document/run-document.ts'
import { claimLine, inLine, type ShownFinding } from '../report/document/shown-finding.ts'
import type { UntestedCases, UntestedGroup } from '../report/document/untested.ts'
import { problemLine } from '../report/problems-of.ts'
import { counted, grouped } from '../wording/figures.ts'
import { blockedWords, servedWords } from '../wording/verdict-words.ts'

const findingsShown = 3
/** A server that answers nonsense violates nearly everything: further blocks become single lines. */
const blocksShown = 20
const longestCommand = 1500

/** What `--only` selects; everything is shown without. */
type Selected = ReadonlySet<string> | undefined

/** The standard output of a completed run: each violated requirement, the counts, the place of the reports, and last the verdict. */
export function terminalSummary(document: RunDocument, reportsDirectory: string): string {
  return `${terminalBody(document, reportsDirectory)}${verdictLine(document.report)}`
}

/** The same without the verdict, for other output before it. */
export function terminalBody(document: RunDocument, reportsDirectory: string, selected?: Selected): string {
  const { report, violations, areas, untested, untestedCases } = document
  return [
    ...violations.map((violation, index) =>
      index < blocksShown ? block(violation, reportsDirectory) : headline(violation),
    ),
    areaTable(selectedAreas(areas, selected)),
    ...untestedLines(untested.filter(isSelected)),
    ...untestedCases.filter(isSelected).map((cases) => untestedCaseLine(cases)),
    ...notSelectedLine(document),
    ...(report.problems ?? []).map((problem) => inLine(problemLine(problem))),
    ...(report.staleDeviations ?? []).map((stale) => `stale deviation: ${inLine(stale)}`),
    `reports: ${inLine(reportsDirectory)}`,
  ]
    .join('\n')
    .concat('\n')
}

function block(violation: ShownViolation, reportsDirectory: string): string {
  const { findings, blocks, consequences } = violation
  const left = findings.length - findingsShown
  // Findings of one requirement often share the hint and the replay line.
  const said = new Set<string>()
  return [
    headline(violation),
    ...findings.slice(0, findingsShown).flatMap((finding) => findingLines(finding, reportsDirectory, said)),
    ...(left > 0 ? [`and ${left} more; see conformance.json`] : []),
    ...(blocks === 0
      ? []
      : [
          blockedWords(
            blocks,
            consequences.map(({ id }) => id),
          ),
        ]),
  ]
    .join('\n  ')
    .concat('\n')
}

function headline({ requirement: { id, statement }, mark }: ShownViolation): string {
  return `${painted('bold', id.padEnd(8))}${painted(mark === 'violated' ? 'red' : 'yellow', mark.padEnd(8))}  ${statement}`
}

function findingLines(shown: ShownFinding, reportsDirectory: string, said: Set<string>): readonly string[] {
  const { places, finding, requestId, servedWithoutKey, notes, command } = shown
  const times = finding.occurrences > 1 ? ` (${finding.occurrences} times)` : ''
  const isNew = (text: string): boolean => !said.has(text) && said.add(text).has(text)
  return [
    ...(servedWithoutKey === undefined ? [] : [servedWords(servedWithoutKey)]),
    `${claimLine(shown)}${times}${requestId === undefined ? '' : `, request id ${requestId}`}`,
    ...(isNew(finding.check) ? [`check: ${inLine(finding.check)}`] : []),
    ...(places.length > 0 ? [`the same in ${counted(places.length, 'other place')}; see index.html`] : []),
    ...notes.flatMap(({ label, texts }) => {
      if (label === 'reproduce') return [`reproduce: sh ${inLine(`${reportsDirectory}/${scriptName(finding)}`)}`]
      const text = `${label}: ${texts.join(label === 'known' ? ', ' : ' · ')}`
      if (label !== 'replay') return label === 'hint' && !isNew(text) ? [] : [text]
      return [
        ...(finding.script || command === undefined ? [] : [commandLines(command)]),
        ...(isNew(text) ? [text] : []),
      ]
    }),
  ]
}

function commandLines(curl: string): string {
  return curl.length > longestCommand
    ? 'curl: the command is long; see conformance.json'
    : curl.replaceAll('\n', '\n    ')
}

/** The areas with what was selected; requirements that other answers happened to show have no row. */
function selectedAreas(areas: readonly AreaCounts[], selected: Selected): readonly AreaCounts[] {
  const shown = areaCounts(
    areas
      .flatMap(({ requirements }) => requirements)
      .filter((row) => isSelected(row.untested) && selected?.has(row.id) !== false),
  )
  return shown.length === 0 ? areas : shown
}

function isSelected(untested: Pick<UntestedGroup, 'reason'> | undefined): boolean {
  return untested?.reason !== 'not-selected'
}

function areaTable(rows: readonly AreaCounts[]): string {
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

function untestedLines(untested: readonly UntestedGroup[]): readonly string[] {
  return [...Map.groupBy(untested, ({ reason }) => reason)].map(([reason, groups]) => {
    const total = groups.reduce((sum, { requirements }) => sum + requirements.length, 0)
    return `${counted(total, 'requirement')} untested, ${reason}: ${andMore(groups.map(({ says }) => says))}`
  })
}

function untestedCaseLine({ reason, obstacles, cases, requirements }: UntestedCases): string {
  const where = `${counted(cases, 'case')} of ${counted(requirements, 'requirement')}`
  return `${where} not evaluated, ${reason}: ${andMore(obstacles)}`
}

/** What the selection excludes, in one line. */
function notSelectedLine({ untested, untestedCases }: RunDocument): readonly string[] {
  const groups = untested.filter((group) => !isSelected(group))
  const cases = untestedCases.find((group) => !isSelected(group))
  const requirements = groups.reduce((sum, group) => sum + group.requirements.length, 0)
  const remedy = groups[0]?.says ?? cases?.obstacles[0]
  if (remedy === undefined) return []
  const others = cases && `${counted(cases.cases, 'case')} of ${counted(cases.requirements, 'other requirement')}`
  const all = [...(requirements === 0 ? [] : [counted(requirements, 'requirement')]), ...(others ? [others] : [])]
  return [`${all.join(' and ')} not selected: ${remedy}`]
}

function andMore([first = '', ...others]: readonly string[]): string {
  return others.length > 0 ? `${first} (and ${others.length} more; see index.html)` : first
}

/** The verdict with its counts, and why the run is incomplete, in one line. */
export function verdictLine(report: ConformanceReport): string {
  const { verdict, summary, target } = report
  const colour = { conformant: 'green', 'non-conformant': 'red', incomplete: 'yellow', error: 'red' } as const
  const { conforms, violated, untested, observed, knownDeviations } = summary
  const known = knownDeviations === 0 ? '' : ` (${knownDeviations} known)`
  return (
    `${painted(colour[verdict], verdict)}: ${conforms} conform, ${violated} violated${known}, ${untested} untested, ${observed} observed; ${depthOf(report)}; ` +
    `${grouped(target.exchanges)} exchanges in ${(target.durationMs / 1000).toFixed(1)} s, seed ${target.seed}${whyIncomplete(report)}\n`
  )
}

/** Every requirement may have been evaluated, and the run may still be incomplete. */
function whyIncomplete({ verdict, problems = [], requirements }: ConformanceReport): string {
  // A note stands beside a verdict, and is no reason for it.
  const problem = problems.find(({ kind }) => kind !== 'note')
  if (verdict === 'error') return problem ? `; ${inLine(problem.text)}` : ''
  if (verdict !== 'incomplete') return ''
  if (problem) return `; incomplete because ${inLine(problem.text.replace('the run is incomplete: ', ''))}`
  if (requirements.some(({ untested }) => untested?.reason === 'not-selected'))
    return '; incomplete because only a part of the checks ran'
  const documented = requirements.filter(({ kind, untested }) => kind === 'documented' && untested)
  return `; incomplete because ${counted(documented.length, 'documented requirement')} could not be tested`
}
