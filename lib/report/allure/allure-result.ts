import { createHash, randomUUID } from 'node:crypto'
import type { Label, TestResult } from 'allure-js-commons'
import { type RequirementId, type RequirementKind, areas, isRequirementId } from '../../contract/requirement.ts'
import type { ConformanceReport, ReportedRequirement } from '../conformance-report.ts'
import {
  blamelessEnding,
  passedEnding,
  violatedEnding,
  type AllureEnding,
  type Blamed,
  type FunctionEnd,
} from './allure-ending.ts'
import { exchangeEvidence, textEvidence, type AllureEvidence } from './allure-evidence.ts'

/** What identifies a result in every run, and its times; the name of a check has the requirements that it verifies, and then its title. */
interface Identity extends Readonly<
  Required<Pick<TestResult, 'uuid' | 'historyId' | 'testCaseId' | 'fullName' | 'name' | 'start' | 'stop'>>
> {}

/** A check as the test framework ran it. */
export interface RanCheck extends Identity, FunctionEnd {}

/** One file of `allure-results/`, in the format of Allure 2 and 3. */
type AllureResult = Omit<TestResult, keyof Identity | keyof AllureEnding | 'stage'> &
  Identity &
  AllureEnding & { readonly stage: 'finished' }

export interface ResultWithEvidence {
  readonly result: AllureResult
  readonly evidence: readonly AllureEvidence[]
}

type Report = Pick<ConformanceReport, 'requirements' | 'target'>

/** The result of a check, from the report: what it counts as, not only how its function ended. */
export function checkResult(check: RanCheck, report: Report): ResultWithEvidence {
  const { state: _, note: __, fault: ___, ...identity } = check
  const { verifies, title } = partsOf(check.name)
  const requirements = verifies.flatMap((id) => report.requirements.filter((row) => row.id === id))
  const blamed = requirements.flatMap((row) => blamedFor(row, (finding) => finding.check === title))
  const ending = violatedEnding(blamed, report) ?? blamelessEnding({ ...check, title }, requirements)
  return resultOf(identity, { requirements, story: title, ending, blamed }, report)
}

/** Results for rules without a check of their own, such as those that judge every exchange. */
export function furtherResults(checks: readonly RanCheck[], report: Report): readonly ResultWithEvidence[] {
  const parts = checks.map(({ name }) => partsOf(name))
  const titles = new Set(parts.map(({ title }) => title))
  const verified = new Set<RequirementId>(parts.flatMap(({ verifies }) => verifies))
  return report.requirements.flatMap((requirement) => {
    const blamed = blamedFor(requirement, (finding) => !titles.has(finding.check))
    if (blamed.length === 0 && (verified.has(requirement.id) || requirement.untested?.reason === 'not-selected'))
      return []
    const ending = violatedEnding(blamed, report) ?? passedEnding([requirement])
    const told = { requirements: [requirement], story: 'judged on every exchange', ending, blamed }
    return [resultOf(identityOf(requirement, report), told, report)]
  })
}

/** The parts of a check's name. */
export function partsOf(name: string): { readonly verifies: readonly RequirementId[]; readonly title: string } {
  const words = name.split(' ')
  const first = words.findIndex((word) => !isRequirementId(word))
  const count = first === -1 ? words.length : first
  return {
    verifies: words.slice(0, count).filter((word): word is RequirementId => isRequirementId(word)),
    title: words.slice(count).join(' '),
  }
}

function blamedFor(
  requirement: ReportedRequirement,
  isBlamed: (finding: Blamed['finding']) => boolean,
): readonly Blamed[] {
  return requirement.findings.filter(isBlamed).map((finding) => ({ requirement, finding }))
}

/** How the full name of a result without a check begins. */
const furtherName = 'product-data-conformance:exchanges#'

/** Whether a result belongs to no check. */
export function isFurther({ fullName }: Pick<RanCheck, 'fullName'>): boolean {
  return fullName.startsWith(furtherName)
}

function identityOf({ id, statement }: ReportedRequirement, { target }: Report): Identity {
  const fullName = `${furtherName}${id}`
  const testCaseId = createHash('md5').update(fullName).digest('hex')
  const moment = Date.parse(target.startedAt)
  const name = `${id} ${statement}`
  return { uuid: randomUUID(), fullName, testCaseId, historyId: testCaseId, name, start: moment, stop: moment }
}

interface Told {
  readonly requirements: readonly ReportedRequirement[]
  readonly story: string
  readonly ending: AllureEnding
  readonly blamed: readonly Blamed[]
}

/** Findings of one result whose exchanges are attached. */
const findingsShown = 3

function resultOf(
  identity: Identity,
  { requirements, story, ending, blamed }: Told,
  { target }: Report,
): ResultWithEvidence {
  const exchanges = blamed.slice(0, findingsShown).flatMap(({ finding }) => finding.exchanges)
  const evidence = [
    ...exchanges.map((exchange) => exchangeEvidence(exchange, target.baseUrl)),
    ...requirements
      .filter(({ observations }) => observations.length > 0)
      .map(({ id, observations }) =>
        textEvidence(
          `${id}: observed`,
          observations.map(({ name, value }) => `${name}: ${value}`),
        ),
      ),
  ]
  const [first] = requirements
  const result: AllureResult = {
    ...identity,
    ...ending,
    stage: 'finished',
    titlePath: first === undefined ? [survey] : [areaTitle(first.area), featureOf(first)],
    description: requirements.map((row) => descriptionOf(row)).join('\n\n'),
    labels: labelsOf(requirements, story),
    attachments: evidence.map(({ attachment }) => attachment),
    parameters: [],
    links: [],
    steps: [],
  }
  return { result, evidence }
}

/** The kinds, the gravest first, with their severity in Allure. */
const severities: ReadonlyArray<readonly [kind: RequirementKind, severity: string]> = [
  ['documented', 'critical'],
  ['implied', 'normal'],
  ['open', 'trivial'],
]

/** The epic of checks that only produce traffic: passive checks judge it. */
const survey = 'requests for rules that apply to every exchange'

/** The place of a result: epic, feature and story are area, requirement and check; the most serious requirement gives the severity. */
function labelsOf(requirements: readonly ReportedRequirement[], story: string): Label[] {
  const [kind, severity = 'normal'] =
    severities.find(([one]) => requirements.some((requirement) => requirement.kind === one)) ?? []
  const epics = requirements.length === 0 ? [survey] : requirements.map(({ area }) => areaTitle(area))
  const owners = requirements.flatMap(({ findings }) => findings.flatMap(({ known }) => known?.owner ?? []))
  const labels: ReadonlyArray<readonly [name: string, values: Iterable<string>]> = [
    ['epic', new Set(epics)],
    ['feature', requirements.map((requirement) => featureOf(requirement))],
    ['story', [story]],
    ['severity', [severity]],
    ['tag', kind === undefined ? [] : [kind]],
    ['tag', requirements.some(({ verdict }) => verdict === 'observed') ? ['observed'] : []],
    ['owner', new Set(owners)],
    ['layer', ['interface']],
    ['framework', ['vitest']],
    ['language', ['typescript']],
  ]
  return labels.flatMap(([name, values]) => Array.from(values, (value) => ({ name, value })))
}

/** A rule in Markdown, without any text of the target. */
function descriptionOf({ id, kind, statement, source }: ReportedRequirement): string {
  return `**${id}** ${statement}.\n\n*${source === '' ? kind : `${kind}; ${source}`}*`
}

function featureOf({ id, statement }: ReportedRequirement): string {
  return `${id} ${statement}`
}

function areaTitle(area: string): string {
  const title = areas.find(({ id }) => id === area)?.title
  return title === undefined ? area : `${area}: ${title}`
}
