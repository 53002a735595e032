import type { WindowRule } from '../checks/finding.ts'
import type { Exchange } from '../client/exchange.ts'
import type { Chronicle } from './chronicle.ts'
import { judgeFunctions } from './judge-functions.ts'
import { judgement } from './judgement.ts'
import type { JudgementSources } from './judgement-sources.ts'
import { toldStatus } from './told-status.ts'

type WindowFacts = Pick<JudgementSources, 'finding' | 'judged' | 'chronicle'>

/** Whether what a finding tells shows only within a window of the rate limit. */
export function isOfWindow(facts: WindowFacts): boolean {
  return facts.finding.criterion?.kind === 'window' || isPastLimit(facts)
}

/** The judged answer is that of a spent limit, or ought to be. */
function isPastLimit({ finding, judged, chronicle }: WindowFacts): boolean {
  if (judged.status === 429) return true
  const criterion = finding.criterion ?? toldStatus(finding, judged)
  if (criterion?.kind === 'status' && Array.isArray(criterion.lawful) && criterion.lawful.includes(429)) return true
  // A breakdown of a service whose limit was spent just then shows only when it is spent again.
  return judged.status >= 500 && isLimited(chronicle, judged.sequence)
}

/** Whether a small limit was set at that time. */
function isLimited({ webActions }: Chronicle, sequence: number): boolean {
  const last = webActions.findLast((action) => action.name === 'setRateLimit' && action.sequence < sequence)
  return last !== undefined && last.arguments[0] !== 'null'
}

/** The request that a rule about two requests is told by, beside the judged one: the last before it that another key, or another request, sent. */
export function countedBeside({ finding, judged }: Pick<WindowFacts, 'finding' | 'judged'>): readonly Exchange[] {
  const rule = ruleOf(finding)
  if (rule === undefined || !ofTwo.has(rule)) return []
  const before = (finding.trail ?? finding.exchanges).filter(({ sequence }) => sequence < judged.sequence)
  const isOther = ({ identity }: Exchange): boolean => rule !== apart || identity === 'other-organization'
  return before.filter((exchange) => isOther(exchange)).slice(-1)
}

const apart = 'counts organizations apart'
const ofTwo = new Set<WindowRule>(['counts two requests together', apart, 'tells one limit', 'tells no earlier reset'])

function ruleOf({ criterion }: JudgementSources['finding']): WindowRule | undefined {
  return criterion?.kind === 'window' ? criterion.rule : undefined
}

/** The end of a script that fills windows of the rate limit, or watches what a window tells; `undefined` where a finding is not about one. */
export function windowDecision(sources: JudgementSources): readonly string[] | undefined {
  const { finding, judged } = sources
  const rule = ruleOf(finding)
  if (rule !== undefined) return ruleDecision(rule, sources)
  if (!isPastLimit(sources)) return undefined
  const found = judgement(sources)
  return found && [...judgeFunctions(sources, found), 'story', 'small_limit', pastLimit(judged)]
}

/** A count that several machines share may lag; what writes is not sent twice. */
function pastLimit({ request, status }: Exchange): string {
  return `past_limit ${status} ${request.method === 'GET' ? 'again' : 'once'}`
}

function ruleDecision(rule: WindowRule, sources: JudgementSources): readonly string[] | undefined {
  const { judged } = sources
  const pair = [...countedBeside(sources), judged]
  switch (rule) {
    case 'refuses with 429 past the limit':
      return ['story', 'small_limit', `always_refuses ${judged.status}`]
    case 'refuses only when nothing remained':
      return ['story', 'small_limit', 'refuses_when_spent']
    case 'serves again after the reset':
      return [...judgeFunctions(sources), 'story', 'small_limit', 'serves_again']
    case 'counts two requests together':
      return countDecision(pair, `counts ${pair.length * rounds} 0 ${(pair.length - 1) * rounds}`, sources)
    case 'counts organizations apart':
      return countDecision(countedBeside(sources), `counts 0 ${rounds} ${rounds}`, sources)
    case 'tells one limit':
      return countDecision(pair, 'tells_one limit', sources)
    case 'tells no earlier reset':
      return countDecision(pair, 'tells_one reset', sources)
  }
}

/** Rounds of requests that `counts` measures. */
const rounds = 6

function countDecision(
  exchanges: readonly Exchange[],
  command: string,
  { lines }: JudgementSources,
): readonly string[] {
  const functions = exchanges.flatMap((exchange, index) => [
    `request${index + 1}() {`,
    ...[
      ...lines.request(exchange, 'send'),
      `[ "$(status "$step")" = ${exchange.status} ] || as_in_run=no`,
      ...lines.after(exchange),
    ].map((line) => `  ${line}`),
    '}',
  ])
  return [...functions, 'story', 'paced=no', [command, ...exchanges.map((_, index) => `request${index + 1}`)].join(' ')]
}
