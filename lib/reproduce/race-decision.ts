import type { Exchange } from '../client/exchange.ts'
import { isSafeMethod } from '../client/is-safe-method.ts'
import { succeeded } from '../client/succeeded.ts'
import type { JudgementSources } from './judgement-sources.ts'
import { quoted } from './shell-text.ts'
import { statusesIn } from './telling-answers.ts'

/** A race may be won by chance. */
const goesOfARace = 12
/** Of these, so many have to tell something before a script says that the rule is kept. */
const goesThatTell = 6

/** What is judged comes after requests at once, which may have gone well by chance. */
export function isAfterRace({ judged, finding: { trail = [] } }: JudgementSources): boolean {
  return trail.some(
    ({ atOnce, request, sequence }) =>
      atOnce !== undefined && !isSafeMethod(request.method) && sequence < judged.sequence && judged.atOnce !== atOnce,
  )
}

/** What comes after requests at once is judged after each go of them. */
export const afterRaceDecision: readonly string[] = inGoes([
  'as_in_run=yes',
  'story',
  '# the judged request',
  'judge',
  'holds "$step"',
  'went=$?',
  '[ "$as_in_run" = yes ] || went=2',
])

/** The answer to one of several requests at once. */
export function togetherDecision({ judged, together, lines }: JudgementSources): readonly string[] {
  const place = together.findIndex(({ sequence }) => sequence === judged.sequence)
  const others = together.flatMap(({ status }, index) => (index !== place && status < 300 ? [index] : []))
  return inGoes([
    'as_in_run=yes',
    'story',
    '# the judged request, and those that were sent with it',
    ...lines.atOnce(together),
    ...others.map((index) => `accepted race${index} || as_in_run=no`),
    `holds race${place}`,
    'went=$?',
    '[ "$as_in_run" = yes ] || went=2',
  ])
}

/** The answer to a read that comes right after a write. */
export function rightAfterDecision({ judged, together, trail, names, lines }: JudgementSources): readonly string[] {
  const [write] = together
  if (write && names.taken.has(write.sequence))
    return [
      'story',
      '# the judged request, right after the write that makes what it reads',
      ...lines.request(write, 'send'),
      'accepted "$step" || undecided "the write succeeded in the run, and now it was answered with $(status "$step")"',
      ...lines.after(write),
      'judge',
      'holds "$step"',
      'case $? in 0) pass ;; 1) breach ;; esac',
      'undecided "the read was answered with $(status "$step")"',
    ]
  return [
    'story',
    '# the judged request, right after the write',
    ...lines.atOnce(together, 'in_turn'),
    ...refusedBefore(judged, write, trail).flatMap((read) => {
      const number = lines.numberOf(read)
      return number === undefined ? [] : [`if refused ${number} && accepted race1; then breach; fi`]
    }),
    'accepted race0 || undecided "the write succeeded in the run, and now it was answered with $(status race0)"',
    'holds race1',
    'case $? in 0) pass ;; 1) breach ;; esac',
    'undecided "the read was answered with $(status race1)"',
  ]
}

/** The same read before the write, where it was refused: what a later one shows was there already. */
function refusedBefore(judged: Exchange, write: Exchange | undefined, trail: readonly Exchange[]): readonly Exchange[] {
  return trail.filter(
    ({ sequence, request, status, identity }) =>
      write !== undefined &&
      sequence < write.sequence &&
      status >= 400 &&
      identity === judged.identity &&
      request.method === 'GET' &&
      request.path === judged.request.path,
  )
}

/** That more win than may is a breach, and so is what was answered in the run, where that is no lawful end. */
export function raceDecision({ finding, racing, lines }: JudgementSources): readonly string[] {
  const { criterion, expected } = finding
  const stated = statusesIn(expected)
  const lawful =
    criterion?.kind === 'race' ? 1 : stated.filter((status) => succeeded({ status: Number(status) })).length
  const refusals =
    criterion?.kind === 'race'
      ? [criterion.others ?? '4xx'].flat()
      : stated.filter((status) => !succeeded({ status: Number(status) }))
  const words = [quoted(refusals.join(' ')), quoted(statusesOf(racing))]
  return inGoes([
    'story',
    '# the judged requests, at once',
    ...lines.atOnce(racing),
    `race_went ${racing.length} ${lawful} ${words.join(' ')}`,
    'went=$?',
  ])
}

function statusesOf(exchanges: readonly Exchange[]): string {
  return exchanges
    .map(({ status }) => `${status}`)
    .toSorted()
    .join(' ')
}

/** One go shows a breach; that none does is told of many goes. */
function inGoes(lines: readonly string[]): readonly string[] {
  return [
    'goes=0 kept=0',
    `while [ "$goes" -lt ${goesOfARace} ]; do`,
    '  goes=$((goes + 1))',
    ...lines.map((line) => `  ${line}`),
    '  case $went in 0) kept=$((kept + 1)) ;; 1) breach ;; esac',
    'done',
    `[ "$kept" -lt ${goesThatTell} ] || pass "no breach in $goes goes of requests at once"`,
    'undecided "needs luck: only $kept of $goes goes of requests at once tell something, and none of them is a breach"',
  ]
}
