import { createHash, randomUUID } from 'node:crypto'
import type { RequirementId } from '../../contract/requirement.ts'
import type { ConformanceReport, ReportedRequirement } from '../conformance-report.ts'
import {
  blamelessEnding,
  passedEnding,
  violatedEnding,
  exchangeEvidence,
  textEvidence,
  allureDescription,
  allureLabels,
  allureTitlePath,
} from './allure-ending.ts'
import type { Blamed, AllureSources, AllureEvidence } from './allure-ending.ts'
import { type AllureEnding, type AllureResult, partsOf, type RanCheck } from './allure-result.ts'

/** The identity and times of a check, from the test framework's own result. */
export type WrittenResult = Pick<
  AllureResult,
  'uuid' | 'historyId' | 'testCaseId' | 'fullName' | 'name' | 'start' | 'stop'
>

/** A completed check with its stable identity for Allure. */
export interface AllureCheck {
  readonly check: RanCheck
  readonly written: WrittenResult
}

export interface ResultWithEvidence {
  readonly result: AllureResult
  readonly evidence: readonly AllureEvidence[]
}

interface Told {
  readonly requirements: readonly ReportedRequirement[]
  readonly story: string
  readonly ending: AllureEnding
  readonly blamed: readonly Blamed[]
}

/** Findings of one result whose exchanges are attached. */
const findingsShown = 3

/** The story of rules without a check of their own. */
const everyExchange = 'judged on every exchange'

/** How the full name of such a result begins. */
const furtherName = 'product-data-conformance:exchanges#'

/** The result of a check, from the report: what it counts as, not only how its function ended. */
export function checkResult(written: WrittenResult, check: RanCheck, report: AllureSources): ResultWithEvidence {
  const { verifies, title } = partsOf(check.name)
  const requirements = rowsOf(report, verifies)
  const blamed = requirements.flatMap((requirement) =>
    requirement.findings
      .filter((finding) => finding.check === title)
      .map((finding): Blamed => ({ requirement, finding })),
  )
  const ending = violatedEnding(blamed, report) ?? blamelessEnding(check, requirements)
  return told(written, { requirements, story: title, ending, blamed }, report)
}

/** Results for rules without a check of their own, such as those that judge every exchange. */
export function furtherResults(checks: readonly RanCheck[], report: ConformanceReport): readonly ResultWithEvidence[] {
  const parts = checks.map(({ name }) => partsOf(name))
  const titles = new Set(parts.map(({ title }) => title))
  const verified = new Set<RequirementId>(parts.flatMap(({ verifies }) => verifies))
  return report.requirements.flatMap((requirement) => {
    const blamed = requirement.findings
      .filter((finding) => !titles.has(finding.check))
      .map((finding): Blamed => ({ requirement, finding }))
    if (blamed.length === 0 && (verified.has(requirement.id) || requirement.untested?.reason === 'not-selected'))
      return []
    const ending = violatedEnding(blamed, report) ?? passedEnding([requirement])
    return [
      told(
        ownResult(requirement, report),
        { requirements: [requirement], story: everyExchange, ending, blamed },
        report,
      ),
    ]
  })
}

/** Whether a result tells of no check of its own. */
export function isFurther({ fullName }: Pick<AllureResult, 'fullName'>): boolean {
  return fullName.startsWith(furtherName)
}

function ownResult({ id, statement }: ReportedRequirement, { target }: ConformanceReport): WrittenResult {
  const fullName = `${furtherName}${id}`
  const testCaseId = createHash('md5').update(fullName).digest('hex')
  const moment = Date.parse(target.startedAt)
  return {
    uuid: randomUUID(),
    fullName,
    testCaseId,
    historyId: testCaseId,
    name: `${id} ${statement}`,
    start: moment,
    stop: moment,
  }
}

function told(written: WrittenResult, { requirements, story, ending, blamed }: Told, report: AllureSources) {
  const evidence = [
    ...blamed
      .slice(0, findingsShown)
      .flatMap(({ finding }) => finding.exchanges.map((one) => exchangeEvidence(one, report.target.baseUrl))),
    ...requirements.filter(({ observations }) => observations.length > 0).map((row) => observed(row)),
  ]
  const result: AllureResult = {
    ...written,
    ...ending,
    stage: 'finished',
    titlePath: allureTitlePath(requirements),
    description: allureDescription(requirements),
    labels: allureLabels(requirements, story),
    attachments: evidence.map(({ attachment }) => attachment),
    parameters: [],
    links: [],
    steps: [],
  }
  return { result, evidence }
}

function observed({ id, observations }: ReportedRequirement): AllureEvidence {
  return textEvidence(
    `${id}: observed`,
    observations.map(({ name, value }) => `${name}: ${value}`),
  )
}

function rowsOf(report: AllureSources, ids: readonly RequirementId[]): readonly ReportedRequirement[] {
  return ids.flatMap((id) => report.requirements.filter((row) => row.id === id))
}
