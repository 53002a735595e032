import type { Judgement, JudgementSources } from './judgement-sources.ts'
import { judgement } from './judgement.ts'
import { needsWindow } from './needs-window.ts'
import { quoted } from './shell-text.ts'
import { statusesIn } from './telling-answers.ts'

/** A race may be won by chance. */
const goesOfARace = 5
/** Seconds in which what may be late is waited for. */
const waits = 10

/** The end of a script: the judged request, and what its answer says of the rule. */
export function decision(sources: JudgementSources): string[] {
  const { judged, racing, lines } = sources
  if (racing.length > 0) return raceDecision(sources)
  const found = judgement(sources)
  return [
    'judge() {',
    ...[...lines.request(judged, 'send'), ...lines.after(judged)].map((line) => `  ${line}`),
    '}',
    ...(found
      ? [
          '# 0: the rule is kept; 1: the breach is there; 2: the answer shows neither',
          'holds() {',
          ...found.lines.map((line) => `  ${line}`),
          '}',
        ]
      : []),
    ...(found?.preparation?.functions ?? []),
    ...(found?.comparesTimes ? ['# a clock may have whole seconds', 'spaced=yes'] : []),
    ...(found && isAfterRace(sources)
      ? untilBroken
      : ['story', ...(found?.preparation?.lines ?? []), '# the judged request', ...judgedOnce(sources, found)]),
  ]
}

/** The judged request, and the end that its answer leads to. */
function judgedOnce(sources: JudgementSources, found: Judgement | undefined): readonly string[] {
  return found ? askedUntilKept(isPolled(sources) ? waits : 1) : ['judge', `undecided ${quoted(whatItNeeds(sources))}`]
}

/** What is judged comes after requests at once, which may have gone well by chance. */
function isAfterRace({ judged, finding: { trail = [] } }: JudgementSources): boolean {
  return trail.some(
    ({ atOnce, request, sequence }) =>
      atOnce !== undefined && !safe.has(request.method) && sequence < judged.sequence && judged.atOnce !== atOnce,
  )
}

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

const untilBroken = [
  'goes=0',
  `while [ "$goes" -lt ${goesOfARace} ]; do`,
  '  goes=$((goes + 1))',
  '  as_in_run=yes',
  '  story',
  '  # the judged request',
  '  judge',
  '  holds "$step"',
  '  [ $? != 1 ] || [ "$as_in_run" = no ] || breach',
  'done',
  'undecided "needs luck: no breach in $goes goes of requests at once, which may be chance"',
]

/** Why a script cannot judge a finding; what is counted by the tests of the scripts begins with `needs`. */
function whatItNeeds(sources: JudgementSources): string {
  const { expected, received } = sources.finding
  if (needsWindow(sources)) return 'needs a rate-limit window in which nobody else sends; compare the headers above'
  if (timeTold.test(expected) || timeTold.test(received))
    return 'needs a clock to compare with; compare the times above'
  return 'needs the comparison of several answers; read those above beside what was expected'
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

/** That more win than may is a breach; that it goes well a few times may be chance. */
function raceDecision({ finding, racing, lines }: JudgementSources): string[] {
  const { criterion, expected } = finding
  const lawful = criterion?.kind === 'race' ? 1 : statusesIn(expected).filter((status) => status.startsWith('2')).length
  const won = racing.filter(({ status }) => status < 300).length
  if (won <= lawful) return ['story', 'undecided "needs luck: what happens at once differs from time to time"']
  return [
    'goes=0',
    `while [ "$goes" -lt ${goesOfARace} ]; do`,
    '  goes=$((goes + 1))',
    '  story',
    '  # the judged requests, at once',
    ...[...lines.atOnce(racing)].map((line) => `  ${line}`),
    `  [ "$(winners ${racing.length})" -le ${lawful} ] || breach`,
    'done',
    `undecided "needs luck: no more than ${lawful} of ${racing.length} won in $goes goes, which may be chance"`,
  ]
}

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
