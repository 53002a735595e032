import type { Violation } from '../checks/verify.ts'
import type { Exchange } from '../client/exchange.ts'
import { isSafeMethod } from '../client/request-description.ts'
import { isRecord } from '../contract/is-record.ts'
import { asText, show } from '../contract/show.ts'
import type { Chronicle } from '../replay/transcript/chronicle.ts'

/** Of the exchanges that created and changed things for several checks. */
const [creationsKept, changesKept] = [2, 3]

/** The latest requests, made for several checks, that created or changed the records in a judged answer and its failure. */
export function madeOf(
  { judged, failed }: Violation,
  prepared: readonly Exchange[],
  chronicle: Chronicle,
): readonly Exchange[] {
  const { exchange, beside = [] } = judged
  const about = [exchange, ...beside].map((one) => one?.request.path ?? '')
  const named = new Set(chronicle.idsIn(`${about.join(' ')} ${show(failed.failure)}`))
  const isNamed = (text: string): boolean => chronicle.idsIn(text).some((id) => named.has(id))
  const before = prepared.filter(({ sequence }) => exchange === undefined || sequence < exchange.sequence)
  const writes = before.filter(({ request }) => !isSafeMethod(request.method))
  const creations = writes.filter(({ json }) => isRecord(json) && isNamed(asText(json['id'])))
  const changes = writes.filter((write) => !creations.includes(write) && isNamed(write.request.path))
  const { received } = failed.failure ?? {}
  const sentIt = changes.filter(({ request }) => typeof received === 'string' && request.body?.text.includes(received))
  const telling = sentIt.length > 0 ? sentIt : changes
  return [...creations.slice(-creationsKept), ...telling.slice(-changesKept)].toSorted(
    (one, other) => one.sequence - other.sequence,
  )
}
