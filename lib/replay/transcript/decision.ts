import type { Criterion } from '../../checks/finding.ts'
import type { NewFinding } from '../../checks/run-journal.ts'
import type { Exchange } from '../../client/exchange.ts'
import { jqForm, nowFilter } from './jq-form.ts'
import { answersOf, jqPath, pathsOf } from './places.ts'
import { idsOfEntries, sameForm, wasSent } from './same-form.ts'

/** Which answers are judged, and how; without a filter somebody has to compare. */
export interface Decision {
  readonly judged: Exchange
  /** The answer that `$other` stands for in the filter. */
  readonly other?: Exchange
  /** The requests of a race, whose answers the filter has as a list. */
  readonly race?: readonly Exchange[]
  /** The entries of lists that are judged, as in `SameForm`. */
  readonly entries?: string
  /** The SHA-256 of the upload whose bytes the answer has to have. */
  readonly bytesOf?: string
  readonly filter?: (isKnown: (text: string) => boolean) => string
}

/** How a finding is decided; `undefined` where no answer shows it. */
export function decisionOf(finding: NewFinding): Decision | undefined {
  const { criterion, exchanges, beside = [] } = finding
  const about = exchanges.at(-1)
  if (criterion?.kind === 'race' && beside.length > 0) return raceDecision(criterion, beside)
  if (!about || !criterion) return about && { judged: about }
  const judged = judgedBy(criterion, about, finding)
  if (criterion.kind === 'same') return bytesDecision(criterion, judged) ?? sameForm(finding, criterion) ?? { judged }
  if (criterion.kind === 'now') {
    const [path] = pathsOf(judged.json, (node) => node === criterion.told)
    return {
      judged,
      ...(path && {
        filter: (isKnown) => nowFilter(`.body${jqPath(judged.json, path, isKnown)}`, criterion.tolerance),
      }),
    }
  }
  const filter = jqForm(criterion)
  // A transcript knows the rows that were sent, and none that the service has made.
  if (filter === undefined || (criterion.kind === 'rows' && !wasSent(criterion.expected, finding))) return { judged }
  if (!filter.includes('$other')) return { judged, filter: () => filter }
  const other = answersOf(finding).find(
    (answer) => answer.sequence < judged.sequence && isHeldAgainst(answer, criterion, judged),
  )
  return { judged, ...(other && { other, filter: () => filter }) }
}

/** The answer that a claim names, or, where it is about several, the last that shows the breach. */
function judgedBy(criterion: Criterion, about: Exchange, { trail = [] }: NewFinding): Exchange {
  const shows = (answer: Exchange): boolean => {
    if (criterion.kind === 'entry' && !criterion.listed)
      return (
        answer.identity === (criterion.to ?? answer.identity) && idsOfEntries(answer)?.includes(criterion.id) === true
      )
    if (criterion.kind === 'now') return pathsOf(answer.json, (node) => node === criterion.told).length > 0
    if (criterion.kind === 'elsewhere') return answer.request.path === criterion.path
    return true
  }
  return shows(about) ? about : (trail.findLast((answer) => shows(answer)) ?? about)
}

/** Whether a claim about two answers does not hold for these. */
function isHeldAgainst(other: Exchange, criterion: Criterion, judged: Exchange): boolean {
  const [one, two] = [idsOfEntries(judged), idsOfEntries(other)]
  const isSameRead = other.request.path === judged.request.path && other.identity === judged.identity
  if (criterion.kind === 'not back') return isSameRead && other.status < 300
  if (!one || !two) return false
  if (criterion.kind === 'order') return isSameRead && one.join() !== two.join()
  return criterion.kind === 'disjoint' && !isSameRead && two.some((id) => one.includes(id))
}

function raceDecision(
  { others }: Extract<Criterion, { kind: 'race' }>,
  race: readonly Exchange[],
): Decision | undefined {
  const judged = race.at(-1)
  // Where one won in the run, a service may be free to refuse them all.
  const isNoneLawful = race.some(({ status }) => status < 300)
  const isLost = others === undefined ? '(. >= 400 and . < 500)' : `IN(${[others].flat().join(', ')})`
  const filter = `map(.status) | if (map(select(. < 300)) | length) > 1${isNoneLawful ? '' : ' or all(. >= 400)'} then false elif any(. < 300) and all(. < 300 or ${isLost}) then true else null end`
  return judged && { judged, race, filter: () => filter }
}

const digest = /^[\da-f]{64}$/

function bytesDecision(
  { expected, received }: Extract<Criterion, { kind: 'same' }>,
  judged: Exchange,
): Decision | undefined {
  return isDigest(expected) && isDigest(received) ? { judged, bytesOf: expected } : undefined
}

function isDigest(value: unknown): value is string {
  return typeof value === 'string' && digest.test(value)
}
