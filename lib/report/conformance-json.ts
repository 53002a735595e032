import type { Obstacle } from '../checks/errors.ts'
import { scriptName, type Finding } from '../checks/finding.ts'
import { recordRemark } from '../wording/statement-words.ts'
import type { ConformanceReport, Problem } from './conformance-report.ts'
import { stepsIn } from './document/shown-finding.ts'
import { problemLine } from './problems-of.ts'

/** Each field of a requirement and each finding has its own line; their contents do not. */
const levelsInLines = 4

/** The text of `conformance.json`; its schema is `schemas/formats/conformance-report.json`. */
export function conformanceJson(report: ConformanceReport): string {
  return `${jsonInLines(written(report), levelsInLines)}\n`
}

/** The content of `conformance.json`. Undefined values are omitted. */
export interface WrittenReport extends Omit<ReturnType<typeof written>, 'requirements'> {
  readonly requirements: readonly WrittenRow[]
}

type NewRow = ReturnType<typeof written>['requirements'][number]

/** Files of earlier versions have no cases. */
type WrittenRow = Omit<NewRow, 'cases'> & Partial<Pick<NewRow, 'cases'>>

function written({ requirements, coverage, problems, ...rest }: ConformanceReport) {
  /** Exchanges of conforming requirements, each once, by their texts. */
  const passing = new Map<string, number>()
  const placeOf = (exchange: unknown): number => {
    const text = JSON.stringify(exchange)
    const place = passing.get(text) ?? passing.size
    passing.set(text, place)
    return place
  }
  const rows = requirements.map(({ cases, untested, findings, observations, evidence, ...row }) => ({
    ...row,
    cases: { ...cases, untested: cases.untested.map((one) => writtenObstacle(one)) },
    untested: untested && writtenObstacle(untested),
    findings: findings.map((finding) => writtenFinding(finding, rest.target.baseUrl)),
    evidence: evidence && { ...evidence, exchange: evidence.exchange && placeOf(evidence.exchange) },
    observations,
  }))
  const exchanges = [...passing.keys()].map((text): Finding['exchanges'][number] => JSON.parse(text))
  return {
    ...rest,
    problems: problems?.map(problemLine),
    requirements: rows,
    passing: exchanges.length === 0 ? undefined : exchanges,
    coverage,
  }
}

function writtenObstacle<Told extends Obstacle>({ cause, remedy, ...circumstances }: Told) {
  return { ...circumstances, reasonText: cause, enable: remedy }
}

/** A finding with the names of the file: `message` for the claim, `actual` for the received value. */
function writtenFinding(finding: Finding, baseUrl: string) {
  const { requirement: _, symptom: __, failure, signature, claim, expected, received, ...told } = finding
  const { exchanges, script, ...rest } = told
  const { before, beside } = stepsIn(finding, baseUrl)
  return {
    signature,
    message: claim,
    expected,
    actual: `${received}${recordRemark(failure)}`,
    ...rest,
    script: script && scriptName(finding),
    trail: some(before),
    beside: some(beside),
    exchanges: some(exchanges),
  }
}

function some<Entry>(entries: readonly Entry[]): readonly Entry[] | undefined {
  return entries.length === 0 ? undefined : entries
}

/** The report that a `conformance.json` holds. */
export function reportFrom({ passing = [], problems, requirements, ...rest }: WrittenReport): ConformanceReport {
  return {
    ...rest,
    ...(problems && { problems: problems.map(readProblem) }),
    requirements: requirements.map(({ cases = noCases, untested, findings, evidence, ...row }) => ({
      ...row,
      cases: {
        ...cases,
        untested: cases.untested.map(({ case: name, ...obstacle }) => ({ case: name, ...readObstacle(obstacle) })),
      },
      ...(evidence && { evidence: readEvidence(evidence, passing) }),
      ...(untested && { untested: readObstacle(untested) }),
      findings: findings.map((finding) => readFinding(finding, row.id)),
    })),
  }
}

/** Its steps are written for readers of the file: the exchanges tell them again. */
function readFinding(told: NewRow['findings'][number], requirement: NewRow['id']): Finding {
  const { message, actual, exchanges = [], script, trail: _, beside: __, ...finding } = told
  return {
    ...finding,
    ...(script !== undefined && { script: { text: '' } }),
    requirement,
    claim: message,
    received: actual,
    exchanges,
  }
}

const noCases: NewRow['cases'] = { known: 0, looked: 0, untested: [] }

const problemKinds = ['run', 'suite', 'transport', 'note'] as const

function readProblem(line: string): Problem {
  const colon = line.indexOf(': ')
  const kind = problemKinds.find((one) => one === line.slice(0, colon)) ?? 'note'
  return { kind, text: line.slice(colon + 2) }
}

function readEvidence(
  { exchange: place, ...evidence }: NonNullable<WrittenRow['evidence']>,
  passing: NonNullable<WrittenReport['passing']>,
) {
  const exchange = place === undefined ? undefined : passing[place]
  return { ...evidence, ...(exchange && { exchange }) }
}

function readObstacle({ enable, reasonText, ...circumstances }: NonNullable<WrittenRow['untested']>): Obstacle {
  return enable === undefined ? { ...circumstances, cause: reasonText ?? '' } : { ...circumstances, remedy: enable }
}

/** JSON with a line for each field and entry down to this level, and one for everything deeper. */
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
