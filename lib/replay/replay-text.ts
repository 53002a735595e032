import type { Exchange } from '../client/exchange.ts'
import { summarizeExchange } from '../client/summarize-exchange.ts'
import type { RequirementId } from '../contract/requirement.ts'
import { inLine } from '../report/document/shown-finding.ts'
import { actorRemark, requestLine } from '../wording/request-words.ts'
import type { Check } from '../run/check.ts'
import type { JudgedClaim } from '../run/session.ts'
import type { Replay, Replayed } from './replay-findings.ts'

const longestBody = 600

/** Headers that are informative in most answers, and common ones that only some areas are about. */
const significant = /^(?:content-(?:type|disposition)|location|retry-after|x-request-id)$/
const usualType = /^application\/json\b/
const ofLimits = /^x-ratelimit-\w+$/
const aboutLimits = /^(?:HDR|RATE)-/

/** The check that is about to be made. */
export function checkLine({ title, kind }: Check, isCounterexample: boolean): string {
  return `${kind}: ${title}${isCounterexample ? ', only its counterexample' : ''}`
}

/** A request and its answer, one line each, with the important headers and bodies. */
export function exchangeLines(
  exchange: Exchange,
  baseUrl: string,
  sought: ReadonlySet<RequirementId>,
): readonly string[] {
  const { actor, status, requestBody, responseBody, responseHeaders, ...request } = summarizeExchange(exchange)
  const saysLimits = status === 429 || [...sought].some((id) => aboutLimits.test(id))
  const headers = Object.entries(responseHeaders)
    .filter(([name]) => significant.test(name) || (saysLimits && ofLimits.test(name)))
    .filter(([name, value]) => name !== 'content-type' || !usualType.test(value))
    .map(([name, value]) => `${name}: ${value}`)
  return [
    `  ${requestLine({ ...request, status, requestBody, responseBody, responseHeaders }, baseUrl)}${actorRemark(actor)}`,
    ...body(requestBody),
    `  → ${[status, ...headers].join('  ')}`,
    ...body(responseBody),
  ]
}

function body(text: string): readonly string[] {
  return text === '' ? [] : [`      ${inLine(text, longestBody)}`]
}

/** A claim that was made, and whether it holds. */
export function claimLine({ requirement, claim, holds, expected, received }: JudgedClaim): string {
  const said = `${requirement} ${inLine(claim)}`
  return holds ? `  ✓ ${said}` : `  ✗ ${said}: expected ${inLine(expected)}, received ${inLine(received)}`
}

const seriousness = ['KEPT', 'UNDECIDED', 'BREACH'] as const
const codes = { KEPT: 0, UNDECIDED: 3, BREACH: 1 } as const

/** The result of a replay: a line for each of several findings, other findings, and the last line; and its exit code. */
export function replayEnd({ outcomes, others }: Replay): {
  readonly lines: readonly string[]
  readonly code: 0 | 1 | 3
} {
  const word = seriousness.findLast((one) => outcomes.some((outcome) => outcome.word === one)) ?? 'UNDECIDED'
  const [worst, ...alike] = outcomes.filter((outcome) => outcome.word === word)
  const count = outcomes.length === 1 ? '' : ` (${alike.length + 1} of ${outcomes.length} findings)`
  return {
    lines: [
      ...(outcomes.length === 1
        ? []
        : outcomes.map((one) => `${one.finding.signature} ${one.word}: ${outcomeText(one)}`)),
      ...others.map(({ requirement, signature, claim }) => `also found: ${requirement} ${signature} ${inLine(claim)}`),
      `${word}${count}: ${worst === undefined ? '' : outcomeText(worst)}`,
    ],
    code: codes[word],
  }
}

function outcomeText({ finding: { requirement, claim }, word, reason }: Replayed): string {
  const said = `${requirement} “${inLine(claim)}”`
  switch (word) {
    case 'BREACH':
      return `${said} does not hold again: ${inLine(reason)}`
    case 'KEPT':
      return `${said} was evaluated and holds`
    case 'UNDECIDED':
      return `${said} was not evaluated: ${inLine(reason)}`
  }
}
