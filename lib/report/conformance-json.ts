import type { Finding } from '../checks/finding.ts'
import type { Obstacle } from '../checks/errors.ts'
import type { RequirementId } from '../contract/requirement.ts'
import type {
  ConformanceReport,
  Problem,
  ReportedCases,
  ReportedEvidence,
  ReportedFinding,
  ReportedRequirement,
} from './conformance-report.ts'
import { recordRemark } from '../wording/statement-words.ts'
import { problemLine } from './problems-of.ts'

/** A finding in the words of the file: `message` for what was claimed, `actual` for what was received. */
interface WrittenFinding extends Omit<
  ReportedFinding,
  'requirement' | 'symptom' | 'claim' | 'received' | 'exchanges' | 'trail' | 'beside' | 'script' | 'failure'
> {
  /** The script that shows it again, in the reports directory. */
  readonly script?: string
  readonly message: string
  readonly actual: string
  readonly exchanges?: Finding['exchanges']
  readonly trail?: readonly string[]
  readonly beside?: readonly string[]
}

/** Why nothing was evaluated, as the file says it: what stood in the way, or what would remove it. */
type WrittenObstacle = Pick<Obstacle, 'reason' | 'needs' | 'blockedBy'> & {
  readonly reasonText?: string
  /** In files of earlier versions this is either. */
  readonly enable?: string
}

interface WrittenCases extends Omit<ReportedCases, 'untested'> {
  readonly untested: ReadonlyArray<WrittenObstacle & { readonly case: string }>
}

/** The exchange by its place among those that are written once for all requirements. */
interface WrittenEvidence extends Omit<ReportedEvidence, 'exchange'> {
  readonly exchange?: number
}

interface WrittenRequirement extends Omit<ReportedRequirement, 'cases' | 'untested' | 'findings' | 'evidence'> {
  /** Absent in files of earlier versions. */
  readonly cases?: WrittenCases
  readonly evidence?: WrittenEvidence
  readonly untested?: WrittenObstacle
  readonly findings: readonly WrittenFinding[]
}

/** The content of `conformance.json`; its schema is `schemas/formats/conformance-report.json`. */
export interface WrittenReport extends Omit<ConformanceReport, 'requirements' | 'problems'> {
  readonly requirements: readonly WrittenRequirement[]
  /** A line each, which begins with its kind. */
  readonly problems?: readonly string[]
  /** Absent in files of earlier versions. */
  readonly passing?: ReadonlyArray<Exchanges[number]>
}

type Exchanges = Finding['exchanges']

/** Each field of a requirement and each finding has a line of its own; what is within them has none. */
const levelsInLines = 4

/** The text of `conformance.json`. */
export function conformanceJson(report: ConformanceReport): string {
  const passing = new Map<string, number>()
  const { requirements, coverage, problems, ...rest } = report
  const rows = requirements.map((row) => writtenRequirement(row, passing))
  const file: WrittenReport = {
    ...rest,
    ...(problems && { problems: problems.map(problemLine) }),
    requirements: rows,
    ...(passing.size === 0 ? {} : { passing: [...passing.keys()].map((text): Exchanges[number] => JSON.parse(text)) }),
    coverage,
  }
  return `${jsonInLines(file, levelsInLines)}\n`
}

function writtenRequirement(
  { cases, untested, findings, observations, evidence, ...row }: ReportedRequirement,
  passing: Map<string, number>,
): WrittenRequirement {
  return {
    ...row,
    cases: writtenCases(cases),
    ...(untested === undefined ? {} : { untested: writtenObstacle(untested) }),
    findings: findings.map((finding) => writtenFinding(finding)),
    ...(evidence === undefined ? {} : { evidence: writtenEvidence(evidence, passing) }),
    observations,
  }
}

function writtenEvidence({ exchange, ...rest }: ReportedEvidence, passing: Map<string, number>): WrittenEvidence {
  if (!exchange) return rest
  const text = JSON.stringify(exchange)
  const place = passing.get(text) ?? passing.size
  passing.set(text, place)
  return { ...rest, exchange: place }
}

function writtenObstacle(obstacle: Obstacle): WrittenObstacle {
  const { cause, remedy, ...circumstances } = obstacle
  return remedy === undefined ? { ...circumstances, reasonText: cause } : { ...circumstances, enable: remedy }
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
    symptom: ___,
    failure,
    signature,
    claim,
    expected,
    received,
    exchanges,
    trail,
    beside,
    script,
    ...rest
  } = finding
  return {
    signature,
    message: claim,
    expected,
    actual: `${received}${recordRemark(failure)}`,
    ...rest,
    ...(script === undefined ? {} : { script: script.name }),
    ...(trail.length === 0 ? {} : { trail }),
    ...(beside.length === 0 ? {} : { beside }),
    ...(exchanges.length === 0 ? {} : { exchanges }),
  }
}

/** The report that a `conformance.json` holds. */
export function reportFrom(file: WrittenReport): ConformanceReport {
  const { passing = [], problems, ...rest } = file
  return {
    ...rest,
    ...(problems && { problems: problems.map(readProblem) }),
    requirements: file.requirements.map((row) => readRequirement(row, passing)),
  }
}

function readRequirement(
  { cases = noCases, untested, findings, evidence, ...row }: WrittenRequirement,
  passing: Exchanges,
): ReportedRequirement {
  return {
    ...row,
    cases: readCases(cases),
    ...(evidence === undefined ? {} : { evidence: readEvidence(evidence, passing) }),
    ...(untested === undefined ? {} : { untested: readObstacle(untested) }),
    findings: findings.map((finding) => readFinding(row.id, finding)),
  }
}

const problemKinds = ['run', 'suite', 'transport', 'note'] as const

function readProblem(written: string): Problem {
  const colon = written.indexOf(': ')
  const kind = problemKinds.find((one) => one === written.slice(0, colon)) ?? 'note'
  return { kind, text: written.slice(colon + 2) }
}

function readEvidence({ exchange, ...rest }: WrittenEvidence, passing: Exchanges): ReportedEvidence {
  const found = exchange === undefined ? undefined : passing[exchange]
  return found ? { ...rest, exchange: found } : rest
}

const noCases: WrittenCases = { known: 0, looked: 0, untested: [] }

function readCases({ untested, ...counts }: WrittenCases): ReportedCases {
  return {
    ...counts,
    untested: untested.map(({ case: name, ...obstacle }) => ({ case: name, ...readObstacle(obstacle) })),
  }
}

function readObstacle({ enable, reasonText, ...circumstances }: WrittenObstacle): Obstacle {
  return enable === undefined ? { ...circumstances, cause: reasonText ?? '' } : { ...circumstances, remedy: enable }
}

function readFinding(requirement: RequirementId, finding: WrittenFinding): ReportedFinding {
  const { message, actual, exchanges = [], trail = [], beside = [], script, ...rest } = finding
  const named = script === undefined ? {} : { script: { name: script, text: '' } }
  return { ...rest, ...named, requirement, claim: message, received: actual, exchanges, trail, beside }
}

/** JSON with a line for each field and entry down to so many levels, and one for all that stands deeper. */
function jsonInLines(value: unknown, levels: number, indentation = ''): string {
  if (levels === 0 || typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const deeper = `${indentation} `
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const lines = Array.isArray(value)
    ? value.map((entry) => jsonInLines(entry, levels - 1, deeper))
    : Object.entries(value)
        .filter(([, field]) => field !== undefined)
        .map(([name, field]) => `${JSON.stringify(name)}: ${jsonInLines(field, levels - 1, deeper)}`)
  return lines.length === 0
    ? `${open}${close}`
    : `${open}\n${lines.map((line) => `${deeper}${line}`).join(',\n')}\n${indentation}${close}`
}
