import { isSafeMethod } from '../client/request-description.ts'
import { succeeded, type Exchange } from '../client/exchange.ts'
import { isRecord } from '../contract/is-record.ts'
import type { EndpointId } from '../service/interface/endpoint.ts'
import { endpointOf } from './passive/endpoint-of.ts'

/** Milliseconds after a write in which a read may still be late: what is not shown by then never appears. */
const latest = 4_000

/**
 * The endpoint of a judged read, if it or an earlier equal read had the same answer as before a write to the record, or showed
 * the record as its creation did (others may have read it in between): this is how late reads look, and writes that had no
 * effect. Takes the exchanges that led to a claim, and the judged one.
 */
export function staleRead(led: readonly Exchange[], judged: Exchange | undefined): EndpointId | undefined {
  if (judged?.request.method !== 'GET') return undefined
  const before = led.filter(({ sequence }) => sequence < judged.sequence)
  const reads = [...before, judged].filter((exchange) => isSameRequest(exchange, judged))
  const writes = before.filter((exchange) => writesWhatIsRead(exchange, judged))
  const isStale = (later: Exchange): boolean =>
    [...before, judged].some(
      (earlier) =>
        (isSameRequest(earlier, judged) ? isSameAnswer(earlier, later) : isSameRecord(earlier, later)) &&
        writes.some((write) => isBetween(write, { earlier, later }) && later.startedAt - write.startedAt < latest),
    )
  // One with the same answer later was waited for, or equals the judged one.
  const told = reads.filter((read) => read === judged || !isSameAnswer(read, judged))
  return told.some(isStale) ? endpointOf(judged) : undefined
}

function isBetween(
  { sequence }: Exchange,
  { earlier, later }: Readonly<Record<'earlier' | 'later', Exchange>>,
): boolean {
  return earlier.sequence < sequence && sequence < later.sequence
}

/** A write to the record that is read, or to one in the list that is read. */
function writesWhatIsRead(exchange: Exchange, read: Exchange): boolean {
  if (isSafeMethod(exchange.request.method) || !succeeded(exchange)) return false
  const [written, seen] = [pathOf(exchange), pathOf(read)]
  return written === seen || written.startsWith(`${seen}/`)
}

function isSameRequest(one: Exchange, other: Exchange): boolean {
  return one.request.method === other.request.method && one.request.path === other.request.path
}

function isSameAnswer(one: Exchange, other: Exchange): boolean {
  if (one.status !== other.status) return false
  // Each refusal tells its own moment.
  return !succeeded(one) || Buffer.compare(one.body, other.body) === 0
}

/** Whether two answers show one record in the same state, byte for byte. */
function isSameRecord(one: Exchange, other: Exchange): boolean {
  const isRecordShown = isRecord(one.json) && typeof one.json['id'] === 'string' && succeeded(one)
  return isRecordShown && succeeded(other) && Buffer.compare(one.body, other.body) === 0
}

function pathOf({ request }: Exchange): string {
  return request.path.split('?', 1)[0] ?? ''
}
