import type { ReproductionScript } from '../checks/finding.ts'
import type { NewFinding } from '../checks/run-journal.ts'
import type { Exchange, Identity } from '../client/exchange.ts'
import { chainOf, type Chain, type Evidence } from './chain-of.ts'
import { idsOf, isOurs } from './ids-of-exchanges.ts'
import type { Chronicle } from './chronicle.ts'
import { entryIds, type ComparedPlaces } from './compared-places.ts'
import { decision, type Decision } from './decision.ts'
import { idsInCriterion } from './ids-in-criterion.ts'
import { keyVariables } from '../client/key-variables.ts'
import { madeAtOnce } from './made-at-once.ts'
import { existingVariable, nameIds, recordIn, type NamedIds } from './name-ids.ts'
import { laterOrigins } from './later-origins.ts'
import { RequestLines } from './request-lines.ts'
import { scriptText, type ScriptPlace } from './script-text.ts'
import { quoted } from './shell-text.ts'
import { storyOf } from './story-of.ts'
import { tellingAnswers, type TellingAnswers } from './telling-answers.ts'
import { countedBeside, isOfWindow } from './window-decision.ts'
import { withoutAnswer } from './without-answer.ts'

/** What a script needs of the run besides its finding. */
export interface ScriptSources {
  readonly chronicle: Chronicle
  readonly baseUrl: string
  readonly runId: string
}

/**
 * A shell script that shows a finding again: makes what the judged request needs, sends it, says PASS or BREACH, and removes
 * what it made. Of what no request shows, one that says what it takes.
 */
export function reproductionScript(
  finding: NewFinding,
  { chronicle: whole, baseUrl, runId }: ScriptSources,
): ReproductionScript {
  const { exchanges, beside = [], trail = exchanges, prepared = [] } = finding
  const telling = tellingAnswers(finding)
  // What only people see takes no requests.
  if (!telling || finding.criterion?.kind === 'unseen') return script(finding, withoutAnswer(finding), { baseUrl })
  const { judged, together, compared } = telling
  const chronicle = whole.withOrigins(laterOrigins(judged, inOrder([...prepared, ...trail]), whole))
  const isWindowed = isOfWindow({ finding, judged, chronicle })
  const evidence = evidenceOf(finding, { telling, isWindowed, chronicle })
  const chain = madeAtOnce(chainOf(evidence, chronicle), finding, chronicle)
  const names = nameIds({ finding, judged, compared, chain, chronicle, runId })
  const lines = new RequestLines(names, beside)
  const watched = [...entryIds(compared), ...namedIn(finding, compared, chronicle), ...idsOf(judged, chronicle)]
  const story = [...storyOf(chain, { lines, judged, trail, together, watched, received: finding.received, chronicle })]
  const lost = lostThing(chain, { chronicle, names, judged })
  const { lines: end, needs } = decision({
    ...telling,
    finding,
    trail: inOrder([...prepared, ...trail]),
    names,
    lines,
    chronicle,
  })
  const body = [
    ...usedKeys(chain, isWindowed ? ['own'] : []),
    ...(chronicle.usualLimit === 'null' ? [] : [`usual_limit=${quoted(chronicle.usualLimit)}`]),
    'story() {',
    ...indented([
      'undo',
      ': >"$work/names"',
      'run=$(fresh)',
      'RUN=$(printf %s "$run" | tr a-z A-Z)',
      'known run "$run"',
      'known RUN "$RUN"',
      ...names.drawn.map(({ variable, command }) => `known ${variable} "$(${command})"`),
      ...names.existing.map((id, index) => `known ${existingVariable(index)} ${quoted(id)}`),
      ...(lost === undefined
        ? story
        : [`undecided ${quoted(`the run had made ${lost} in ways that this script does not repeat`)}`]),
    ]),
    '}',
    ...end,
  ]
  return script(finding, { lines: body, ...(needs !== undefined && { needs }) }, { baseUrl, judged })
}

function script(finding: NewFinding, decided: Decision, place: ScriptPlace): ReproductionScript {
  const text = scriptText(finding, decided, place)
  return { text, ...(decided.needs !== undefined && { needs: decided.needs }) }
}

interface EvidenceSources extends Pick<ScriptSources, 'chronicle'> {
  readonly telling: TellingAnswers
  readonly isWindowed: boolean
}

/** What a finding rests on. Within a window of the rate limit, or past it, nothing counts but the requests that it tells of. */
function evidenceOf(finding: NewFinding, { telling, isWindowed, chronicle }: EvidenceSources): Evidence {
  const { exchanges, beside = [], trail = exchanges, prepared = [] } = finding
  const { judged, compared, all } = telling
  const isLimited = isWindowed || trail.at(-1)?.status === 429
  return {
    judged,
    beside: [...beside, ...all, ...countedBeside({ finding, judged })],
    trail: isLimited ? trail.filter(({ request }) => request.method !== 'GET') : trail,
    prepared: isLimited ? [] : prepared,
    named: namedIn(finding, compared, chronicle),
  }
}

function inOrder(exchanges: readonly Exchange[]): readonly Exchange[] {
  return exchanges.toSorted((one, other) => one.sequence - other.sequence)
}

interface ThingSources extends Pick<ScriptSources, 'chronicle'> {
  readonly names: NamedIds
  readonly judged: Exchange
}

/** A thing that a request names, that the run had made, and that the script does not make: it is gone, or of another run. */
function lostThing({ exchanges }: Chain, { chronicle, names, judged }: ThingSources): string | undefined {
  const ids = exchanges.flatMap((exchange) => idsOf(exchange, chronicle))
  return ids.find((id) => {
    const origin = chronicle.originOf(id)?.exchange
    if (!origin || origin.sequence >= judged.sequence || names.variableOf(id) !== undefined) return false
    return isOurs(origin, chronicle)
  })
}

function namedIn(
  { received, criterion }: NewFinding,
  compared: ComparedPlaces | undefined,
  chronicle: Chronicle,
): string[] {
  const record = recordIn(received)
  const records = [...(record === undefined ? [] : [record]), ...entryIds(compared)]
  return chronicle.idsAmong([...records, ...idsInCriterion(criterion)])
}

/** The keys of those who send; a window is filled with one of them. */
function usedKeys({ exchanges }: Chain, also: readonly Identity[]): string[] {
  const actors = new Set<Identity>([...exchanges.map(({ identity }) => identity), ...also])
  return [...actors].flatMap((actor) => {
    const variable = keyVariables[actor]
    return variable === undefined ? [] : [`use ${actor} ${variable}`]
  })
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`)
}
