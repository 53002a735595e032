import type { Finding } from '../checks/finding.ts'
import { obstacleText, type Obstacle } from '../checks/errors.ts'
import type { RequirementId } from '../contract/requirement.ts'
import type { ConformanceReport, ReportedCases, ReportedFinding, ReportedRequirement } from './conformance-report.ts'

/** A finding in the words of the file: `message` for what was claimed, `actual` for what was received. */
interface WrittenFinding extends Omit<
  ReportedFinding,
  'requirement' | 'causedBy' | 'claim' | 'received' | 'exchanges' | 'trail' | 'script'
> {
  /** The script that shows it again, in the reports directory. */
  readonly script?: string
  readonly message: string
  readonly actual: string
  readonly exchanges?: Finding['exchanges']
  readonly trail?: readonly string[]
}

/** Why nothing was evaluated, as the file says it: one text, `enable`, for what stood in the way as for what would remove it. */
type WrittenObstacle = Pick<Obstacle, 'reason' | 'needs' | 'blockedBy'> & { readonly enable: string }

interface WrittenCases extends Omit<ReportedCases, 'untested'> {
  readonly untested: ReadonlyArray<WrittenObstacle & { readonly case: string }>
}

interface WrittenRequirement extends Omit<ReportedRequirement, 'cases' | 'untested' | 'findings'> {
  /** Absent in files of earlier versions. */
  readonly cases?: WrittenCases
  readonly untested?: WrittenObstacle
  readonly findings: readonly WrittenFinding[]
}

/** The content of `conformance.json`; its schema is `schemas/formats/conformance-report.json`. */
export interface WrittenReport extends Omit<ConformanceReport, 'requirements'> {
  readonly requirements: readonly WrittenRequirement[]
}

/** The text of `conformance.json`. */
export function conformanceJson(report: ConformanceReport): string {
  const file: WrittenReport = { ...report, requirements: report.requirements.map((row) => writtenRequirement(row)) }
  return `${JSON.stringify(file, undefined, 2)}\n`
}

function writtenRequirement({
  cases,
  untested,
  findings,
  observations,
  ...row
}: ReportedRequirement): WrittenRequirement {
  return {
    ...row,
    cases: writtenCases(cases),
    ...(untested === undefined ? {} : { untested: writtenObstacle(untested) }),
    findings: findings.map((finding) => writtenFinding(finding)),
    observations,
  }
}

function writtenObstacle(obstacle: Obstacle): WrittenObstacle {
  const { cause: _, remedy: __, ...circumstances } = obstacle
  return { ...circumstances, enable: obstacleText(obstacle) }
}

function writtenCases({ untested, ...counts }: ReportedCases): WrittenCases {
  return {
    ...counts,
    untested: untested.map(({ case: name, ...obstacle }) => ({ case: name, ...writtenObstacle(obstacle) })),
  }
}

function writtenFinding(finding: ReportedFinding): WrittenFinding {
  const {
    requirement: _,
    causedBy: __,
    signature,
    claim,
    expected,
    received,
    exchanges,
    trail,
    script,
    ...rest
  } = finding
  return {
    signature,
    message: claim,
    expected,
    actual: received,
    ...rest,
    ...(script === undefined ? {} : { script: script.name }),
    ...(trail.length === 0 ? {} : { trail }),
    ...(exchanges.length === 0 ? {} : { exchanges }),
  }
}

/** The report that a `conformance.json` holds. */
export function reportFrom(file: WrittenReport): ConformanceReport {
  return { ...file, requirements: file.requirements.map((row) => readRequirement(row)) }
}

function readRequirement({ cases = noCases, untested, findings, ...row }: WrittenRequirement): ReportedRequirement {
  return {
    ...row,
    cases: readCases(cases),
    ...(untested === undefined ? {} : { untested: readObstacle(untested) }),
    findings: findings.map((finding) => readFinding(row.id, finding)),
  }
}

const noCases: WrittenCases = { known: 0, looked: 0, untested: [] }

function readCases({ untested, ...counts }: WrittenCases): ReportedCases {
  return {
    ...counts,
    untested: untested.map(({ case: name, ...obstacle }) => ({ case: name, ...readObstacle(obstacle) })),
  }
}

function readObstacle({ enable, ...circumstances }: WrittenObstacle): Obstacle {
  return { ...circumstances, remedy: enable }
}

function readFinding(requirement: RequirementId, finding: WrittenFinding): ReportedFinding {
  const { message, actual, exchanges = [], trail = [], script, ...rest } = finding
  const named = script === undefined ? {} : { script: { name: script, text: '' } }
  return { ...rest, ...named, requirement, claim: message, received: actual, exchanges, trail }
}
