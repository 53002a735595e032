import { obstacleText, type Obstacle, type UntestedReason } from '../../checks/errors.ts'
import type { ConformanceReport, ReportedRequirement, UntestedCase } from '../conformance-report.ts'
import { inLine } from './shown-finding.ts'

/** The requirements that nothing evaluated for one cause, or until one remedy. */
export interface UntestedGroup {
  readonly reason: UntestedReason
  readonly says: string
  readonly isRemedy: boolean
  readonly requirements: readonly ReportedRequirement[]
}

/** Cases that were not evaluated, for one reason, of requirements that were evaluated elsewhere. */
export interface UntestedCases {
  readonly reason: UntestedReason
  readonly obstacles: readonly string[]
  readonly cases: number
  readonly requirements: number
}

/** The requirements that nothing evaluated, grouped by text; the largest obstacle comes first. */
export function untestedGroups(rows: readonly ReportedRequirement[]): readonly UntestedGroup[] {
  const untested = rows.flatMap((row) => (row.untested ? [{ row, obstacle: row.untested }] : []))
  const groups = Map.groupBy(untested, ({ obstacle }) => `${obstacle.reason}\n${obstacleText(obstacle)}`)
  return largestFirst([...groups.values()]).flatMap((group) => {
    const [first] = group
    return first ? [{ ...saidOf(first.obstacle), requirements: group.map(({ row }) => row) }] : []
  })
}

function saidOf(obstacle: Obstacle): Omit<UntestedGroup, 'requirements'> {
  return { reason: obstacle.reason, says: inLine(obstacleText(obstacle)), isRemedy: obstacle.remedy !== undefined }
}

/** The gaps of a verdict: cases that this run did not evaluate, by reason, the most frequent first. */
export function untestedCases(rows: readonly ReportedRequirement[]): readonly UntestedCases[] {
  const untested = rows
    .filter(({ verdict }) => verdict !== 'untested')
    .flatMap(({ id, cases }) => cases.untested.map((one) => ({ ...one, id })))
  return largestFirst([...Map.groupBy(untested, ({ reason }) => reason).values()]).flatMap((cases) => {
    const [first] = cases
    if (!first) return []
    const obstacles = [...new Set(cases.map((one) => inLine(obstacleText(one))))]
    return [
      { reason: first.reason, obstacles, cases: cases.length, requirements: new Set(cases.map(({ id }) => id)).size },
    ]
  })
}

/** A case of a documented requirement that was not evaluated. */
type MissingCase = UntestedCase & { readonly id: string }

/** The cases of documented requirements that a run did not evaluate: they keep it from being complete. */
export function incompleteCases({ requirements }: Pick<ConformanceReport, 'requirements'>): readonly MissingCase[] {
  return requirements
    .filter(({ kind }) => kind === 'documented')
    .flatMap(({ id, verdict, cases, untested }) => {
      const missing = cases.untested.map((one) => ({ ...one, id }))
      if (missing.length > 0 || verdict !== 'untested' || untested === undefined) return missing
      return [{ ...untested, id, case: 'all of it' }]
    })
}

const remediesShown = 12
const casesShown = 3
const longestLine = 600

/** Prints which cases keep a run from being complete, and their remedies; nothing if it is complete. */
export function incompleteLines(report: Pick<ConformanceReport, 'requirements'>): readonly string[] {
  const missing = incompleteCases(report)
  if (missing.length === 0) return []
  const groups = [...Map.groupBy(missing, obstacleText)].toSorted(([, one], [, other]) => other.length - one.length)
  const ids = new Set(missing.map(({ id }) => id))
  const more = groups.length - remediesShown
  return [
    `not complete: ${missing.length} cases of ${ids.size} documented requirements were not evaluated`,
    ...groups.slice(0, remediesShown).map(([says, cases]) => `  ${inLine(`${says}: ${named(cases)}`, longestLine)}`),
    ...(more > 0 ? [`  and ${more} more reasons; conformance.json lists every case`] : []),
  ]
}

function named(cases: readonly MissingCase[]): string {
  const shown = cases.slice(0, casesShown).map((one) => `${one.id} (${one.case})`)
  const more = cases.length - shown.length
  return `${shown.join(', ')}${more > 0 ? `, and ${more} more` : ''}`
}

function largestFirst<Entry>(groups: ReadonlyArray<readonly Entry[]>): ReadonlyArray<readonly Entry[]> {
  return groups.toSorted((one, other) => other.length - one.length)
}
