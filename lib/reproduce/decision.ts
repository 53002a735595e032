import type { Judgement, JudgementSources } from './judgement-sources.ts'
import { longListBefore } from './filled-list.ts'
import { judgeFunctions } from './judge-functions.ts'
import { judgement } from './judgement.ts'
import { afterRaceDecision, isAfterRace, raceDecision, rightAfterDecision, togetherDecision } from './race-decision.ts'
import { quoted } from './shell-text.ts'
import { windowDecision } from './window-decision.ts'

/** Seconds in which what may be late is waited for. */
const waits = 10

/** The end of a script: the judged request, and what its answer says of the rule. */
export function decision(sources: JudgementSources): readonly string[] {
  const { racing, together } = sources
  if (racing.length > 0) return raceDecision(sources)
  const windowed = windowDecision(sources)
  if (windowed) return windowed
  const judged = judgement(sources)
  const filling = judged && !judged.preparation && longListBefore(sources)
  const found = judged && filling ? { ...judged, preparation: filling } : judged
  return [
    ...judgeFunctions(sources, found),
    ...(found?.preparation?.functions ?? []),
    ...(found?.comparesTimes ? ['# a clock may have whole seconds', 'spaced=yes'] : []),
    ...(found && together.length > 0
      ? sources.finding.criterion?.kind === 'settled'
        ? rightAfterDecision(sources)
        : togetherDecision(sources)
      : found && (found.hangsOnLuck || isAfterRace(sources))
        ? afterRaceDecision
        : ['story', ...(found?.preparation?.lines ?? []), '# the judged request', ...judgedOnce(sources, found)]),
  ]
}

/** The judged request, and the end that its answer leads to. */
function judgedOnce(sources: JudgementSources, found: Judgement | undefined): readonly string[] {
  return found ? askedUntilKept(isPolled(sources) ? waits : 1) : ['judge', `undecided ${quoted(whatItNeeds(sources))}`]
}

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Why a script cannot judge a finding; what is counted by the tests of the scripts begins with `needs`. */
function whatItNeeds(sources: JudgementSources): string {
  const { criterion, expected, received } = sources.finding
  if (criterion?.kind === 'rises') return `needs ${criterion.needs}`
  if (timeTold.test(expected) || timeTold.test(received)) return 'needs a clock to compare the printed times with'
  return 'needs the comparison of several answers: the printed ones beside what was expected'
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
  const written = before.findLast(({ request }) => !safe.has(request.method))?.sequence ?? 0
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
