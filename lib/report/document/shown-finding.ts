import { scriptName, type Finding } from '../../checks/finding.ts'
import type { ExchangeSummary } from '../../client/summarize-exchange.ts'
import { actorRemark, requestLine, withoutIds } from '../../wording/request-words.ts'
import { recordRemark } from '../../wording/statement-words.ts'
import { inOneLine, shortened } from '../escape.ts'

/** A finding as every report shows it: its texts are harmless, bounded and on one line. */
export interface ShownFinding {
  /** The plainest of those that say the same. */
  readonly finding: Finding
  readonly says: string
  /** The judged request; omitted if nothing was sent. */
  readonly request: string | undefined
  readonly expected: string
  readonly received: string
  /** In all places. */
  readonly occurrences: number
  /** The text to search for in the server's log. */
  readonly requestId: string | undefined
  /** What the target served without a key: a write weighs more than a read. */
  readonly servedWithoutKey: 'write' | 'read' | undefined
  readonly notes: readonly Note[]
  /** The command that sends the judged request again, if one command is enough. */
  readonly command: string | undefined
  /** The other places where it was seen. */
  readonly places: readonly ShownPlace[]
}

/** What is to be said of a finding besides. */
export interface Note {
  readonly label:
    | 'after'
    | 'compared with'
    | 'at the same time'
    | 'counterexample'
    | 'accepted'
    | 'hint'
    | 'known'
    | 'reproduce'
    | 'replay'
  readonly texts: readonly string[]
}

/** Another place of the same finding. */
export interface ShownPlace extends Pick<
  ShownFinding,
  'finding' | 'request' | 'says' | 'expected' | 'received' | 'occurrences'
> {
  /** Whether its request distinguishes it from the others, regardless of ids. */
  readonly isDistinct: boolean
}

const longestText = 300

/**
 * Groups findings with the same text, or the same expected and received values, in any place; what works without a key comes
 * first, then the simplest, and of those the most frequent.
 */
export function shownFindings(findings: readonly Finding[], baseUrl: string): readonly ShownFinding[] {
  let groups: readonly Group[] = []
  for (const finding of findings) {
    const joined = groups.filter((group) => group.some((other) => saySame(finding, other)))
    const [first, ...others] = joined
    groups = first
      ? groups.flatMap((group) => {
          if (group === first) return [[...first, ...others.flat(), finding] as const]
          return others.includes(group) ? [] : [group]
        })
      : [...groups, [finding]]
  }
  return groups
    .map((group) => shownGroup(plainestFirst(group), baseUrl))
    .toSorted(
      (one, other) =>
        seriousness(other) - seriousness(one) ||
        effort(one.finding) - effort(other.finding) ||
        other.occurrences - one.occurrences,
    )
}

/** What works without a key comes first, because anybody can use it. */
export function seriousness({ servedWithoutKey: served }: Pick<ShownFinding, 'servedWithoutKey'>): number {
  return { write: 2, read: 1, none: 0 }[served ?? 'none']
}

/** What was expected and received, in one line. */
export function claimLine({
  request,
  expected,
  received,
  finding,
}: Pick<ShownFinding, 'request' | 'expected' | 'received' | 'finding'>): string {
  return `${request === undefined ? '' : `${request}: `}expected ${expected}, received ${received}${recordRemark(finding.failure)}`
}

/** Everything that a reader needs to reproduce a finding, one line each. */
export function findingText(shown: ShownFinding): string {
  const { finding, says, notes, command } = shown
  return [
    claimLine(shown),
    `does not hold: ${says}`,
    ...notes.map(({ label, texts }) => `${label}: ${texts.join(' · ')}`),
    `check: ${finding.check}`,
    `occurrences: ${finding.occurrences}`,
    `signature: ${finding.signature}`,
    ...(command === undefined ? [] : [command]),
  ].join('\n')
}

/** A text of a report in one line. */
export function inLine(text: string, longest = longestText): string {
  return shortened(inOneLine(text), longest)
}

/** A finding by itself. */
export function shownFinding(finding: Finding, baseUrl: string): ShownFinding {
  return shownGroup([finding], baseUrl)
}

type Group = readonly [Finding, ...Finding[]]

function shownGroup(group: Group, baseUrl: string): ShownFinding {
  const [finding, ...others] = group
  const judged = finding.exchanges.at(-1)
  const { script, reproduce, replay } = finding
  // A command with a key outside its header cannot be sent.
  const canBeSent = reproduce !== replay && (script === undefined || !reproduce.includes('***'))
  const byRequest = Map.groupBy(group, (one) => withoutIds(requestOf(one, '') ?? ''))
  return {
    ...place(finding, baseUrl),
    occurrences: group.reduce((sum, { occurrences }) => sum + occurrences, 0),
    requestId: judged && requestIdOf(judged),
    servedWithoutKey: servedTo(judged),
    notes: notesOn(finding, baseUrl),
    command: canBeSent ? reproduce : undefined,
    places: others.map((other) => ({
      ...place(other, baseUrl),
      isDistinct: byRequest.get(withoutIds(requestOf(other, '') ?? ''))?.length === 1,
    })),
  }
}

function place(finding: Finding, baseUrl: string) {
  const { kind, check, claim, expected, received, occurrences } = finding
  const request = requestOf(finding, baseUrl)
  return {
    finding,
    // The claim of a status says little more than the operation.
    says: inLine(kind === 'status' ? check : claim),
    request: request === undefined ? undefined : inLine(request),
    expected: inLine(expected),
    received: inLine(received),
    occurrences,
  }
}

function requestOf({ exchanges }: Finding, baseUrl: string): string | undefined {
  const judged = exchanges.at(-1)
  return judged && requestLine(judged, baseUrl)
}

/** The id that an answer has in its headers. */
export function requestIdOf({ responseHeaders }: ExchangeSummary): string | undefined {
  const id = responseHeaders['x-request-id']
  return id === undefined ? undefined : inLine(id)
}

function servedTo(judged: ExchangeSummary | undefined): ShownFinding['servedWithoutKey'] {
  if (judged?.actor !== 'none' || judged.status < 200 || judged.status >= 300) return undefined
  return judged.method === 'GET' || judged.method === 'HEAD' ? 'read' : 'write'
}

const longestStep = 100

/** The steps before the judged one, and the answers that it is compared with, one line each. */
export function stepsIn(
  { exchanges }: Pick<Finding, 'exchanges'>,
  baseUrl: string,
): { readonly before: readonly string[]; readonly beside: readonly string[] } {
  const stepOf = (exchange: ExchangeSummary): string =>
    `${shortened(requestLine(exchange, baseUrl), longestStep)}${actorRemark(exchange.actor)} → ${exchange.status}`
  const [before, beside] = [
    exchanges.slice(0, -1).filter(({ isCompared }) => !isCompared),
    exchanges.filter(({ isCompared }) => isCompared),
  ]
  return { before: before.map(stepOf), beside: beside.map(stepOf) }
}

function notesOn(finding: Finding, baseUrl: string): readonly Note[] {
  const { kind, counterexample, tried = [], hint, known, script, replay } = finding
  const { before, beside } = stepsIn(finding, baseUrl)
  const notes: readonly Note[] = [
    { label: 'after', texts: withoutRepeats(before) },
    { label: kind === 'race' ? 'at the same time' : 'compared with', texts: beside },
    { label: 'counterexample', texts: counterexample === undefined ? [] : [counterexample] },
    { label: 'accepted', texts: acceptedOf(tried) },
    { label: 'hint', texts: hint === undefined ? [] : [hint] },
    { label: 'known', texts: known ? [`until ${known.expires}`, known.owner, known.reason] : [] },
    { label: 'reproduce', texts: script ? [`sh ${scriptName(finding)}`] : [] },
    { label: 'replay', texts: replay === undefined ? [] : [replay] },
  ]
  return notes
    .filter(({ texts }) => texts.length > 0)
    .map(({ label, texts }) => ({ label, texts: texts.map((text) => inLine(text)) }))
}

/** Equal steps in a row are one, with their number. */
function withoutRepeats(steps: readonly string[]): readonly string[] {
  const isFirst = (step: string, index: number): boolean => step !== steps[index - 1]
  const starts = steps.flatMap((step, index) => (isFirst(step, index) ? [index] : []))
  return starts.map((start, index) => {
    const times = (starts[index + 1] ?? steps.length) - start
    return `${steps[start] ?? ''}${times === 1 ? '' : ` (${times} times)`}`
  })
}

/** Which of the values that were tried together were accepted. */
function acceptedOf(tried: NonNullable<Finding['tried']>): readonly string[] {
  const accepted = tried.filter(({ status }) => status < 300).map(({ value }) => value)
  return accepted.length === 0 ? [] : [`${accepted.length} of ${tried.length} values`, ...accepted]
}

function plainestFirst([first, ...others]: Group): Group {
  const plainest = others.reduce((one, other) => (comparePlainness(one, other) > 0 ? other : one), first)
  return [plainest, ...[first, ...others].filter((finding) => finding !== plainest)]
}

function comparePlainness(one: Finding, other: Finding): number {
  return effort(one) - effort(other) || parameters(one) - parameters(other) || one.check.length - other.check.length
}

/** The number of query parameters in the judged request. */
function parameters({ exchanges }: Finding): number {
  return exchanges.at(-1)?.url.split(/[?&]/).length ?? 0
}

/** What is needed to follow a finding: the exchanges before it, the generated values, and what its transcript needs besides a key. */
function effort({ exchanges, counterexample, script }: Finding): number {
  const needed = (counterexample === undefined ? 0 : 3) + (script?.needs === undefined ? 0 : 2)
  return exchanges.length + needed
}

function saySame(one: Finding, other: Finding): boolean {
  if ((one.known === undefined) !== (other.known === undefined)) return false
  return one.claim === other.claim || (one.expected === other.expected && one.received === other.received)
}
