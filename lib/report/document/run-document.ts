import { areas } from '../../contract/requirement.ts'
import type { ConformanceReport, ReportedRequirement, RequirementVerdict } from '../conformance-report.ts'
import { groupByCause, type CauseGroup } from './causes.ts'
import { seriousness, shownFindings, type ShownFinding } from './shown-finding.ts'
import { untestedCases, untestedGroups, type UntestedCases, type UntestedGroup } from './untested.ts'

/** The content of all reports of a run, grouped, ranked and shortened once. */
export interface RunDocument {
  readonly report: ConformanceReport
  /** The violations, in the order in which to fix them. */
  readonly violations: readonly ShownViolation[]
  /** The same, grouped by probable cause, in the same order. */
  readonly causes: ReadonlyArray<CauseGroup<ShownViolation>>
  readonly areas: readonly AreaCounts[]
  readonly untested: readonly UntestedGroup[]
  readonly untestedCases: readonly UntestedCases[]
}

/** Puts together what the reports of a run say. */
export function runDocument(report: ConformanceReport): RunDocument {
  const violations = violationsOf(report)
  const byMark = [...Map.groupBy(violations, ({ mark }) => mark).values()]
  return {
    report,
    violations,
    causes: byMark.flatMap((alike) =>
      groupByCause(alike, report.target.baseUrl).toSorted((one, other) =>
        compareWeight(weightOf(one.violations), weightOf(other.violations)),
      ),
    ),
    areas: areaCounts(report.requirements),
    untested: untestedGroups(report.requirements),
    untestedCases: untestedCases(report.requirements),
  }
}

export interface AreaCounts extends Readonly<Record<RequirementVerdict, number>> {
  readonly id: string
  readonly title: string
  readonly requirements: readonly ReportedRequirement[]
}

/** The verdicts of each area with requirements, in the order of the catalogue. */
export function areaCounts(requirements: readonly ReportedRequirement[]): AreaCounts[] {
  const byArea = Map.groupBy(requirements, ({ area }): string => area)
  return areas.flatMap(({ id, title }) => {
    const own = byArea.get(id) ?? []
    const count = (verdict: RequirementVerdict): number => own.filter((row) => row.verdict === verdict).length
    if (own.length === 0) return []
    return [
      {
        id,
        title,
        requirements: own,
        conforms: count('conforms'),
        violated: count('violated'),
        untested: count('untested'),
        observed: count('observed'),
      },
    ]
  })
}

/** The mark of a requirement: its verdict, and two kinds of violations that do not fail a run. */
export type Mark = ReportedRequirement['verdict'] | 'known' | 'warning'

/** A violated requirement with its findings, and with what is untested until it is fixed. */
export interface ShownViolation {
  readonly requirement: ReportedRequirement
  readonly mark: Mark
  readonly findings: readonly ShownFinding[]
  /** Cases that are untested until it is fixed, its own and those of others. */
  readonly blocks: number
  /** The requirements that are untested for it. */
  readonly consequences: readonly ReportedRequirement[]
}

/** The mark of a requirement. */
export function markOf({ verdict, findings, counts }: ReportedRequirement): Mark {
  if (verdict !== 'violated') return verdict
  if (findings.every(({ known }) => known)) return 'known'
  return counts === false ? 'warning' : 'violated'
}

const marks: readonly Mark[] = ['violated', 'warning', 'known']

/**
 * The violated requirements in the order in which to fix them: those that fail the run first, then those that work without a key,
 * then by the number of cases that each blocks.
 */
function violationsOf({ requirements, target }: ConformanceReport): readonly ShownViolation[] {
  const blocked = blockedBy(requirements)
  return requirements
    .filter(({ verdict }) => verdict === 'violated')
    .map((requirement) => ({
      requirement,
      mark: markOf(requirement),
      findings: shownFindings(requirement.findings, target.baseUrl),
      blocks: blocked.get(requirement.id)?.cases ?? 0,
      consequences: blocked.get(requirement.id)?.requirements ?? [],
    }))
    .toSorted(
      (one, other) =>
        marks.indexOf(one.mark) - marks.indexOf(other.mark) || compareWeight(weightOf([one]), weightOf([other])),
    )
}

/** The criteria for the order of fixing violations. */
interface Weight {
  readonly serious: number
  readonly blocks: number
}

/** How important it is to fix these violations. */
export function weightOf(violations: readonly ShownViolation[]): Weight {
  return {
    serious: Math.max(0, ...violations.flatMap(({ findings }) => findings.map((finding) => seriousness(finding)))),
    blocks: violations.reduce((sum, { blocks }) => sum + blocks, 0),
  }
}

/** The heavier first. */
function compareWeight(one: Weight, other: Weight): number {
  return other.serious - one.serious || other.blocks - one.blocks
}

interface Blocked {
  readonly cases: number
  readonly requirements: readonly ReportedRequirement[]
}

/** The untested cases of each violated requirement, also through other blocked requirements. */
function blockedBy(rows: readonly ReportedRequirement[]): ReadonlyMap<string, Blocked> {
  const byId = new Map<string, ReportedRequirement>(rows.map((row) => [row.id, row]))
  const blocked = new Map<string, Blocked>()
  const add = (ids: readonly string[] | undefined, cases: number, row?: ReportedRequirement): void => {
    for (const id of rootsOf(ids, byId)) {
      const { cases: before, requirements } = blocked.get(id) ?? { cases: 0, requirements: [] }
      blocked.set(id, { cases: before + cases, requirements: row ? [...requirements, row] : requirements })
    }
  }
  for (const row of rows) {
    for (const one of row.cases.untested) add(one.blockedBy, 1)
    // Reports of earlier versions know no cases.
    if (row.untested) add(row.untested.blockedBy, row.cases.untested.length === 0 ? 1 : 0, row)
  }
  return blocked
}

function rootsOf(
  ids: readonly string[] | undefined,
  byId: ReadonlyMap<string, ReportedRequirement>,
  seen: Set<string> = new Set(),
): ReadonlySet<string> {
  const roots = (ids ?? []).flatMap((id) => {
    const row = byId.get(id)
    if (row === undefined || seen.has(id)) return []
    seen.add(id)
    return row.verdict === 'violated' ? [id] : [...rootsOf(row.untested?.blockedBy, byId, seen)]
  })
  return new Set(roots)
}
