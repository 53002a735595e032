import { isRecord, type JsonObject } from '../../contract/is-record.ts'
import { unwrapRecord } from '../interface/unwrap-record.ts'
import type { Exchange } from '../../client/exchange.ts'
import { even, type SentRecord } from './sent-record.ts'
import { asText } from '../../contract/show.ts'

/**
 * Whose a record is that a read shows under an id: `own`; `changed`, if it is the one that the run created and shows what the run
 * did not send; `foreign`, another record; `untold`, if it shows nothing to tell it by.
 */
export type Whose = 'own' | 'changed' | 'foreign' | 'untold'

/** Milliseconds for which a read speaks for a deletion. */
const recentMs = 10_000

/** The proof that a record is the run's own: a read by its id has shown just what the run sent. There is no other way to one. */
export class OwnRecord {
  /** Lower case. */
  readonly id: string
  /** What the read has shown; `undefined` if the last one shows that it is gone. */
  readonly record: JsonObject | undefined
  /** The resource that was read, such as `products`: an id may belong to another record there than elsewhere. */
  readonly resource: string | undefined
  readonly #readAt: number

  private constructor(id: string, record: JsonObject | undefined, read: Exchange) {
    this.id = id
    this.record = record
    this.resource = resourceOf(read.request.path)
    this.#readAt = answeredAt(read)
  }

  /** Decides whose the record is that a read by its id shows. Returns the proof where it is the run's own. */
  static judge(read: Exchange, sent: SentRecord): OwnRecord | Exclude<Whose, 'own'> {
    const record = shownBy(read)
    if (record === undefined) return 'untold'
    const whose = whoseIs(record, sent)
    return whose === 'own' ? new OwnRecord(asText(record['id']).toLowerCase(), record, read) : whose
  }

  /** Whether the read is recent enough to delete by it, also where the clock was put back meanwhile. */
  get isRecent(): boolean {
    return Math.abs(Date.now() - this.#readAt) < recentMs
  }

  /** The same of what is gone: a read by its id shows that there is nothing to change. */
  static gone(read: Exchange, id: string): OwnRecord | undefined {
    const isGone = isReadOf(read, id) && [404, 410].includes(read.status)
    return isGone ? new OwnRecord(id.toLowerCase(), undefined, read) : undefined
  }
}

/** What a path is about: `products` in `/v1/public/products/ID`. */
export function resourceOf(path: string): string | undefined {
  return /\/(products|items|properties|files)\b/i.exec(path)?.[1]?.toLowerCase()
}

/** A target that takes long for an answer tells in it what was so then. */
function answeredAt({ startedAt, durationMs }: Exchange): number {
  return startedAt + durationMs
}

/** The record that a read by id shows; nothing where it shows another id than the one that was asked for. */
export function shownBy(read: Exchange): JsonObject | undefined {
  const record = unwrapRecord(read.endpoint, read.json)
  if (read.status !== 200 || !isRecord(record)) return undefined
  return isReadOf(read, asText(record['id'])) ? record : undefined
}

/** A version shows what was, and no read of a list, of a download or of anything else counts. */
function isReadOf({ request: { method, path } }: Exchange, id: string): boolean {
  const [address = '', query = ''] = path.toLowerCase().split('?')
  const last = address.split('/').findLast((segment) => segment !== '')
  return method === 'GET' && last === encodeURIComponent(id).toLowerCase() && !/version/.test(query)
}

/** Whether texts of a product, as any answer shows them, are all that the run sent for it. */
export function whoseIs(record: JsonObject, sent: SentRecord): Whose {
  if (sent.kind === 'product') return whoseIsProduct(record, sent)
  return sent.kind === 'file' ? whoseIsFile(record, sent) : whoseIsPart(record, sent)
}

/** A `readable_id` is unique in its workspace: with the name and the workspace it can be no other product. */
function whoseIsProduct(record: JsonObject, sent: SentRecord): Whose {
  const name = compared(record, sent, ['name'])
  const readableId = compared(record, sent, ['readable_id', 'readableId'])
  if (name === undefined && readableId === undefined) return 'untold'
  const isThere = isAtPlace(record, sent, ['workspace_id', 'workspaceId']) !== false
  const isKnown = readableId === 'same' || (name === 'same' && readableId !== 'other' && isMarked(record['name'], sent))
  if (isThere && isKnown && name !== 'other') return 'own'
  return readableId === 'same' || isMadeAtOnce(record, sent) ? 'changed' : 'foreign'
}

/** An item or a property: its whole texts as sent, or the place that it was sent to where no text tells otherwise. */
function whoseIsPart(record: JsonObject, sent: SentRecord): Whose {
  const texts = [...sent.texts.keys()].map((field) => ({ field, is: compared(record, sent, [field]) }))
  const isOther = texts.some(({ field, is }) => is === 'other' && (field === 'name' || isSentMarked(field, sent)))
  // A text with the run id may be shown under another name of its field than it was sent.
  const isSame = Object.values(record).some((shown) => isMarked(shown, sent) && isSentAnywhere(asText(shown), sent))
  const fields = sent.kind === 'item' ? ['product_id', 'productId'] : ['item_id', 'itemId']
  const place = isAtPlace(record, sent, fields)
  // Where it was made otherwise than asked for, that is a breach of its own.
  if (place === false) return isSame && !isOther ? 'changed' : 'foreign'
  if (isOther) return place === true || isMadeAtOnce(record, sent) ? 'changed' : 'foreign'
  return isSame || place === true ? 'own' : 'untold'
}

/** A file has no name of its own: where it is linked, its size, and what it was called when it was uploaded. */
function whoseIsFile(record: JsonObject, sent: SentRecord): Whose {
  const links = Array.isArray(record['used_in']) ? record['used_in'].filter(isRecord) : []
  const isElsewhere = links.some(({ target_id: id }) => typeof id === 'string' && !sent.places.has(id.toLowerCase()))
  const size = record['size_bytes']
  const isOfSize = typeof size !== 'number' || sent.size === undefined || size === sent.size
  const shown = [record['originalFileName'], record['name']].filter((name) => typeof name === 'string')
  const isNamed = shown.some((name) => sent.texts.get('filename')?.has(even(name)))
  const isThere = links.some(({ target_id: id }) => typeof id === 'string' && sent.places.has(id.toLowerCase()))
  // A link that names another target, or a size that is not that of the bytes, is a breach of its own. lawful: a file of a property
  // is linked to its item, too
  const isMade = isMadeAtOnce(record, sent) || (isThere && typeof size === 'number' && isOfSize)
  if (isElsewhere || !isOfSize) return isNamed && isMade ? 'changed' : 'foreign'
  const title = compared(record, sent, ['userTitle'])
  const isRetitled = title === 'other' && !shown.includes(asText(record['userTitle']))
  if (links.length === 0 && !(isNamed && (typeof size === 'number' || isMadeAtOnce(record, sent))))
    return isNamed || shown.length === 0 ? 'untold' : 'foreign'
  return isRetitled ? 'changed' : 'own'
}

/**
 * What a record shows in a field, compared with what was sent for it; `undefined` if it shows no text or none was sent. A text
 * with the run id may have been sent under another name of the field.
 */
function compared(record: JsonObject, sent: SentRecord, fields: readonly string[]): 'same' | 'other' | undefined {
  const shown = fields.map((field) => record[field]).find((value) => typeof value === 'string')
  const texts = fields.flatMap((field) => [...(sent.texts.get(field) ?? [])])
  if (shown === undefined || texts.length === 0) return undefined
  const isSent = texts.includes(even(shown)) || (isMarked(shown, sent) && isSentAnywhere(shown, sent))
  return isSent ? 'same' : 'other'
}

/** Whether it shows one of the places that it was sent to in one of the fields; `undefined` if it shows none of these. */
function isAtPlace(record: JsonObject, { places }: SentRecord, fields: readonly string[]): boolean | undefined {
  const shown = fields.map((field) => record[field]).find((value) => typeof value === 'string')
  return shown === undefined || places.size === 0 ? undefined : places.has(shown.toLowerCase())
}

function isSentAnywhere(text: string, { texts }: SentRecord): boolean {
  return [...texts.values()].some((sent) => sent.has(even(text)))
}

function isMarked(text: unknown, { runId }: SentRecord): boolean {
  return typeof text === 'string' && runId !== '' && even(text).includes(runId)
}

function isSentMarked(field: string, { texts, runId }: SentRecord): boolean {
  return runId !== '' && [...(texts.get(field) ?? [])].some((text) => text.includes(runId))
}

const timesOfMaking = ['createdAt', 'created_at', 'uploadedAt', 'uploaded_at'] as const

/** Whether the record was made at the moment that the creation's own answer told. */
function isMadeAtOnce(record: JsonObject, { made }: SentRecord): boolean {
  return timesOfMaking.some((field) => typeof record[field] === 'string' && record[field] === made?.[field])
}
