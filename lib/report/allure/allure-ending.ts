import type { Finding } from '../../checks/finding.ts'
import { obstacleText } from '../../checks/errors.ts'
import type { ConformanceReport, ReportedRequirement } from '../conformance-report.ts'
import { shortened } from '../escape.ts'
import { findingText, shownFinding } from '../document/shown-finding.ts'
import { partsOf } from './allure-result.ts'
import type { AllureAttachment, AllureEnding, AllureLabel, AllureResult, RanCheck } from './allure-result.ts'
import { type RequirementKind, areas } from '../../contract/requirement.ts'
import { createHash, randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { ExchangeSummary } from '../../client/summarize-exchange.ts'
import { requestLine } from '../../wording/request-words.ts'

const longestMessage = 1000

/** What a result of a check is told by. */
export interface AllureSources {
  readonly requirements: readonly ReportedRequirement[]
  readonly target: Pick<ConformanceReport['target'], 'baseUrl'>
}

/** A finding with the requirement that it counts against. */
export interface Blamed {
  readonly requirement: ReportedRequirement
  readonly finding: Finding
}

/** The status of a result with findings: failed, unless the report blames nothing. */
export function violatedEnding(
  blamed: readonly Blamed[],
  { target }: Pick<AllureSources, 'target'>,
): AllureEnding | undefined {
  if (blamed.length === 0) return undefined
  const [first] = blamed
  const known = blamed.every(({ finding }) => finding.known)
  const muted = blamed.every(({ requirement }) => requirement.counts === false)
  return {
    status: 'failed',
    statusDetails: {
      message: blamed.map((one) => messageOf(one)).join('\n'),
      trace: blamed.map(({ finding }) => findingText(shownFinding(finding, target.baseUrl))).join('\n\n'),
      ...(known && first !== undefined ? { known } : {}),
      ...(muted ? { muted } : {}),
    },
  }
}

/** The end of a check for which the report blames nothing. */
export function blamelessEnding(check: RanCheck, requirements: readonly ReportedRequirement[]): AllureEnding {
  const { state, note = '', fault } = check
  if (state === 'passed') return passedEnding(requirements)
  if (state === 'skipped') return skipped(note)
  if (fault !== undefined) return { status: 'broken', statusDetails: { message: shortened(fault, longestMessage) } }
  // Its finding is the consequence of a simpler violation, and does not count twice.
  const blockers = new Set(requirements.flatMap(({ untested }) => untested?.blockedBy ?? []))
  const { title } = partsOf(check.name)
  return skipped(
    blockers.size === 0
      ? `blocked: another violation is the cause of what "${title}" found`
      : `blocked: fix ${[...blockers].join(', ')} first: the finding of this check follows from it`,
  )
}

/** A completed check that evaluated nothing proves nothing about the target. */
export function passedEnding(requirements: readonly ReportedRequirement[]): AllureEnding {
  const [first] = requirements
  if (first?.untested === undefined || requirements.some(({ untested }) => untested === undefined))
    return { status: 'passed', statusDetails: {} }
  return skipped(`${first.untested.reason}: ${obstacleText(first.untested)}`)
}

/** A result for which nothing was evaluated. */
function skipped(why: string): AllureEnding {
  return { status: 'skipped', statusDetails: { message: shortened(why, longestMessage) } }
}

function messageOf({ requirement, finding }: Blamed): string {
  const { claim, expected, received, known } = finding
  const accepted = known === undefined ? '' : ` (known until ${known.expires}, ${known.owner}: ${known.reason})`
  return shortened(`${requirement.id}: ${claim}: expected ${expected}, received ${received}${accepted}`, longestMessage)
}

const severities = { documented: 'critical', implied: 'normal', open: 'trivial' } as const satisfies Record<
  RequirementKind,
  string
>

/** The kinds, the gravest first. */
const byGravity = ['documented', 'implied', 'open'] as const satisfies readonly RequirementKind[]

/** The epic of checks that only produce traffic: passive checks judge it. */
const survey = 'requests for rules that apply to every exchange'

/** The place of a result: epic, feature and story are area, requirement and check; the most serious requirement gives the severity. */
export function allureLabels(requirements: readonly ReportedRequirement[], story: string): readonly AllureLabel[] {
  const kind = byGravity.find((one) => requirements.some((requirement) => requirement.kind === one))
  const epics = requirements.length === 0 ? [survey] : distinct(requirements.map(({ area }) => areaTitle(area)))
  const owners = requirements.flatMap(({ findings }) => findings.flatMap(({ known }) => known?.owner ?? []))
  return [
    ...epics.map((value) => ({ name: 'epic', value })),
    ...requirements.map((requirement) => ({ name: 'feature', value: featureOf(requirement) })),
    { name: 'story', value: story },
    { name: 'severity', value: kind === undefined ? 'normal' : severities[kind] },
    ...(kind === undefined ? [] : [{ name: 'tag', value: kind }]),
    ...(requirements.some(({ verdict }) => verdict === 'observed') ? [{ name: 'tag', value: 'observed' }] : []),
    ...distinct(owners).map((value) => ({ name: 'owner', value })),
    { name: 'layer', value: 'interface' },
    { name: 'framework', value: 'vitest' },
    { name: 'language', value: 'typescript' },
  ]
}

/** The folders of a result: its area and its first requirement. */
export function allureTitlePath(requirements: readonly ReportedRequirement[]): AllureResult['titlePath'] {
  const [first] = requirements
  return first === undefined ? [survey] : [areaTitle(first.area), featureOf(first)]
}

/** The rules of a result, in Markdown, without any text of the target. */
export function allureDescription(requirements: readonly ReportedRequirement[]): string {
  return requirements
    .map(({ id, kind, statement, source }) => {
      const clause = source === '' ? kind : `${kind}; ${source}`
      return `**${id}** ${statement}.\n\n*${clause}*`
    })
    .join('\n\n')
}

function featureOf({ id, statement }: ReportedRequirement): string {
  return `${id} ${statement}`
}

function areaTitle(area: string): string {
  const title = areas.find(({ id }) => id === area)?.title
  return title === undefined ? area : `${area}: ${title}`
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)]
}

/** A file that a result shows, and its content. */
export interface AllureEvidence {
  readonly attachment: AllureAttachment
  readonly content: string
}

const longestName = 120

/** An exchange as Allure shows one: request and response side by side. */
export function exchangeEvidence(exchange: ExchangeSummary, baseUrl: string): AllureEvidence {
  const { status, durationMs } = exchange
  const content = {
    schemaVersion: 1,
    request: {
      method: exchange.method,
      url: exchange.url,
      httpVersion: 'HTTP/1.1',
      headers: pairs(exchange.requestHeaders),
      ...(exchange.requestBody === '' ? {} : { body: bodyOf(exchange.requestHeaders, exchange.requestBody) }),
    },
    response: {
      status,
      statusText: STATUS_CODES[status] ?? '',
      httpVersion: 'HTTP/1.1',
      headers: pairs(exchange.responseHeaders),
      body: bodyOf(exchange.responseHeaders, exchange.responseBody),
    },
    start: 0,
    stop: durationMs,
  }
  const attachment = {
    name: `${shortened(requestLine(exchange, baseUrl), longestName)} → ${status}`,
    type: 'application/vnd.allure.http+json',
    source: `${randomUUID()}-attachment.httpexchange`,
  }
  return { attachment, content: JSON.stringify(content) }
}

/** Lines of text as an attachment: one file, however many results show it. */
export function textEvidence(name: string, lines: readonly string[]): AllureEvidence {
  const content = `${lines.join('\n')}\n`
  const digest = createHash('sha256').update(`${name}\n${content}`).digest('hex').slice(0, 32)
  return { attachment: { name, type: 'text/plain', source: `${digest}-attachment.txt` }, content }
}

function pairs(headers: Readonly<Record<string, string>>): ReadonlyArray<{ readonly name: string; value: string }> {
  return Object.entries(headers).map(([name, value]) => ({ name, value }))
}

/** Shown as text, whatever its media type: markup from the target must not be interpreted. */
function bodyOf(headers: Readonly<Record<string, string>>, value: string): object {
  const json = /[/+]json\b/.test(headers['content-type'] ?? '')
  return { contentType: json ? 'application/json' : 'text/plain', encoding: 'utf8', value }
}
