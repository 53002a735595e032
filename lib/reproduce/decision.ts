import { isSafeMethod } from '../client/is-safe-method.ts'
import type { Judgement, JudgementSources } from './judgement-sources.ts'
import { longListBefore } from './filled-list.ts'
import { judgeFunctions } from './judge-functions.ts'
import { judgement } from './judgement.ts'
import { afterRaceDecision, isAfterRace, raceDecision, rightAfterDecision, togetherDecision } from './race-decision.ts'
import { quoted } from './shell-text.ts'
import { windowDecision } from './window-decision.ts'

/** Seconds in which what may be late is waited for. */
const waits = 10

/** The end of a script, and where no request decides what it takes instead. */
export interface Decision {
  readonly lines: readonly string[]
  readonly needs?: string
}

/** Whatever the answers, the script says that it cannot decide, and what it takes. */
export function undecided(needs: string): string {
  // What begins so is counted by the tests of the scripts.
  return `undecided ${quoted(`needs ${needs}`)}`
}

/** The end of a script: the judged request, and what its answer says of the rule. */
export function decision(sources: JudgementSources): Decision {
  if (sources.racing.length > 0) return { lines: raceDecision(sources) }
  const windowed = windowDecision(sources)
  if (windowed) return { lines: windowed }
  const judged = judgement(sources)
  const filling = judged && !judged.preparation && longListBefore(sources)
  const found = judged && filling ? { ...judged, preparation: filling } : judged
  const functions = [...judgeFunctions(sources, found), ...(found?.preparation?.functions ?? [])]
  if (found) return { lines: [...functions, ...judgingLines(sources, found)] }
  const needs = whatItNeeds(sources)
  return { lines: [...functions, 'story', judgedRequest, 'judge', undecided(needs)], needs }
}

const judgedRequest = '# the judged request'

/** The judged request, as often as that takes, and the end that its answers lead to. */
function judgingLines(
  sources: JudgementSources,
  { comparesTimes, hangsOnLuck, preparation }: Judgement,
): readonly string[] {
  const spaced = comparesTimes === true ? ['# a clock may have whole seconds', 'spaced=yes'] : []
  if (sources.together.length > 0) {
    const isSettled = sources.finding.criterion?.kind === 'settled'
    return [...spaced, ...(isSettled ? rightAfterDecision(sources) : togetherDecision(sources))]
  }
  if (hangsOnLuck === true || isAfterRace(sources)) return [...spaced, ...afterRaceDecision]
  const tries = isPolled(sources) ? waits : 1
  return [...spaced, 'story', ...(preparation?.lines ?? []), judgedRequest, ...askedUntilKept(tries)]
}

/** What it takes to judge a finding where a script cannot. */
function whatItNeeds(sources: JudgementSources): string {
  const { criterion, expected, received } = sources.finding
  if (criterion?.kind === 'rises') return criterion.needs
  if (timeTold.test(expected) || timeTold.test(received)) return 'a clock to compare the printed times with'
  return 'the comparison of several answers: the printed ones beside what was expected'
}

const timeTold = /\d{4}-\d\d-\d\dT\d\d:\d\d|(?<![.\d])\d{13}\b/

function askedUntilKept(tries: number): string[] {
  const ask = ['judge', 'holds "$step"', 'answer=$?']
  const asked =
    tries === 1
      ? ask
      : [
          `tries_left=${tries}`,
          'while :; do',
          ...ask.map((line) => `  ${line}`),
          '  [ "$answer" != 0 ] && [ "$tries_left" -gt 0 ] || break',
          '  tries_left=$((tries_left - 1))',
          '  sleep 1',
          'done',
        ]
  return [...asked, 'case $answer in', '  0) pass ;;', '  1) breach ;;', `  *) ${neither} ;;`, 'esac']
}

const neither = 'undecided "the answer ($(status "$step")) is neither what was expected nor what the run received"'

/** The same request was sent before, with nothing changed in between, or again and again: the check waited for something. */
function isPolled({ judged, trail, chronicle, names }: JudgementSources): boolean {
  if (judged.request.method !== 'GET') return false
  const before = trail.filter(({ sequence }) => sequence < judged.sequence)
  const written = before.findLast(({ request }) => !isSafeMethod(request.method))?.sequence ?? 0
  const done = chronicle.webActions.findLast(
    (action) =>
      action.sequence < judged.sequence && action.arguments.some((value) => names.variableOf(value) !== undefined),
  )
  const changed = Math.max(written, done?.sequence ?? 0)
  const same = before.filter(
    ({ request, identity }) => request.path === judged.request.path && identity === judged.identity,
  )
  return same.length > 1 || same.some(({ sequence }) => sequence > changed)
}
