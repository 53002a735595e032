import type { NewFinding } from '../checks/run-journal.ts'
import type { Exchange } from '../client/exchange.ts'
import { isSafeMethod } from '../client/is-safe-method.ts'
import { isRecord } from '../contract/is-record.ts'
import { shortTrail } from './chain-of.ts'
import { isList } from './content-of-lists.ts'
import { comparedPlaces, type ComparedPlaces } from './compared-places.ts'
import { tellsOfOneAnswer } from './tells-of-one-answer.ts'
import { toldStatus } from './told-status.ts'

/** The answers that show whether a claim holds. */
export interface TellingAnswers {
  /** The last one. */
  readonly judged: Exchange
  /** The one that the claim names, the same in most cases. */
  readonly about: Exchange
  /** The requests of a race, where one is judged. */
  readonly racing: readonly Exchange[]
  /** The requests that have to be sent at once with the last one, or right before it, itself among them. */
  readonly together: readonly Exchange[]
  /** What the claim compares, where it holds two values of answers to be the same. */
  readonly compared: ComparedPlaces | undefined
  /** All of these. */
  readonly all: readonly Exchange[]
}

/** The answers that a finding rests on; `undefined` where no answer was judged. */
export function tellingAnswers(finding: NewFinding): TellingAnswers | undefined {
  const racing = racingIn(finding)
  const about = racing.at(-1) ?? listWithEntry(finding) ?? readWithTime(finding) ?? finding.exchanges.at(-1)
  if (!about) return undefined
  const compared = comparedPlaces(finding)
  const answers = compared ? [compared.expected.exchange, compared.received.exchange] : []
  const judged = racing.length > 0 ? about : (latest(answers) ?? lastOf(finding, about))
  const together = racing.length > 0 ? racing : (sentRightBefore(judged, finding) ?? sentWith(judged, finding))
  return { judged, about, racing, together, compared, all: [...together, about, ...answers] }
}

/** What is shown a little later than it is written shows only right after the write. */
function sentRightBefore(judged: Exchange, { criterion, exchanges, trail = exchanges }: NewFinding) {
  if (criterion?.kind !== 'settled') return undefined
  const before = trail.filter(({ request, sequence }) => sequence < judged.sequence && !isSafeMethod(request.method))
  // What is not known at all is late since it was made, whatever changed it meanwhile.
  const write = (judged.status === 404 && before.find((made) => makes(made, judged))) || before.at(-1)
  return write && write.status < 300 ? [write, judged] : undefined
}

/** Whether an answer shows the id of a new record that a request names in its path. */
function makes({ request, json }: Exchange, judged: Exchange): boolean {
  const id = request.method === 'POST' && isRecord(json) ? json['id'] : undefined
  return typeof id === 'string' && id !== '' && judged.request.path.includes(id)
}

/** A request may be answered as it is because of what was sent at once with it. */
function sentWith(judged: Exchange, { exchanges, trail = exchanges }: NewFinding): readonly Exchange[] {
  const group = judged.atOnce === undefined ? [] : trail.filter(({ atOnce }) => atOnce === judged.atOnce)
  return group.length > 1 && group.some(({ request }) => !isSafeMethod(request.method)) ? group : []
}

/** The last list with an entry that it ought not to have, where a claim is about several: the one that was judged last has it not. */
function listWithEntry({ criterion, exchanges, trail = exchanges }: NewFinding): Exchange | undefined {
  if (criterion?.kind !== 'entry' || criterion.listed) return undefined
  const shows = ({ endpoint, identity, body }: Exchange): boolean =>
    isList(endpoint) &&
    (criterion.to === undefined || identity === criterion.to) &&
    Buffer.from(body.buffer, body.byteOffset, body.byteLength).includes(criterion.id)
  const last = exchanges.at(-1)
  return last && shows(last) ? last : trail.findLast((exchange) => shows(exchange))
}

/** The read that shows a time, where the answer that is dated by it does not: a creation may show less than a list. */
function readWithTime({ criterion, exchanges, trail = exchanges }: NewFinding): Exchange | undefined {
  if (criterion?.kind !== 'now') return undefined
  const shows = ({ body }: Exchange): boolean =>
    Buffer.from(body.buffer, body.byteOffset, body.byteLength).includes(criterion.told)
  const last = exchanges.at(-1)
  return last && shows(last) ? undefined : trail.findLast((exchange) => shows(exchange))
}

function latest(exchanges: readonly Exchange[]): Exchange | undefined {
  return exchanges.toSorted((one, other) => one.sequence - other.sequence).at(-1)
}

/** A claim may be about an answer and the reads that came after it: then the last of them is what is waited for. */
function lastOf(finding: NewFinding, about: Exchange): Exchange {
  const { criterion, trail = [] } = finding
  const last = trail.findLast(({ request }) => isSafeMethod(request.method))
  if (tellsOfOneAnswer(criterion) || toldStatus(finding, about) || !last || trail.length > shortTrail) return about
  const isReadAgain = about.request.method !== 'GET' || last.request.path === about.request.path
  return isReadAgain && last.sequence > about.sequence && last.check === about.check ? last : about
}

/** The requests at once that a finding judges by their statuses: those of a race, or the last ones where no answer is judged. */
function racingIn({ criterion, beside = [], expected, exchanges, trail = exchanges }: NewFinding): readonly Exchange[] {
  if (criterion?.kind === 'race') return beside
  const group = exchanges.at(-1)?.atOnce
  const together = group === undefined ? [] : trail.filter(({ atOnce }) => atOnce === group)
  return statusesIn(expected).length === together.length ? together : []
}

/** The statuses of a list such as `[201,409]`. */
export function statusesIn(expected: string): string[] {
  return /^\[\d{3}(?:,\d{3})*\]$/.test(expected) ? (expected.match(/\d+/g) ?? []) : []
}
