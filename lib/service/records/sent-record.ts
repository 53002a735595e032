import { isRecord } from '../../contract/is-record.ts'
import { parsedJson } from '../../contract/parsed-json.ts'
import { uuidPattern } from '../interface/patterns.ts'
import type { RequestDescription } from '../../client/request-description.ts'

export type RecordKind = 'product' | 'item' | 'property' | 'file'

/** What the run has sent to make a record and to change it: by this, and by nothing else, the record is known again. */
export interface SentRecord {
  readonly kind: RecordKind
  /** The id of the run, which stands in the names that it makes up: nobody else has such a text as a whole. */
  readonly runId: string
  /** Every text that was sent for a field, by the field's name. */
  readonly texts: Map<string, Set<string>>
  /** Ids of what it was sent to: a workspace, a product, an item, the target of an upload. Lower case. */
  readonly places: Set<string>
  /** Bytes of an upload. */
  size?: number | undefined
  /** What the creation answered, if that is known. */
  made?: Readonly<Record<string, unknown>> | undefined
}

/** Bodies are no deeper than this. */
const deepest = 4

export function newSentRecord(kind: RecordKind, runId: string): SentRecord {
  return { kind, runId: runId.toLowerCase(), texts: new Map(), places: new Set() }
}

/** Adds what one more request sends: of an update, what the record may show from then on. */
export function addSent(
  sent: SentRecord,
  request: Pick<RequestDescription, 'json' | 'rawBody' | 'form' | 'path'>,
): void {
  addTexts(sent, request.json ?? parsed(request.rawBody), 0)
  for (const part of request.form ?? []) {
    if ('value' in part) addText(sent, part.name, part.value)
    else {
      if (part.filename !== undefined) addText(sent, 'filename', part.filename)
      sent.size = part.bytes.length
    }
  }
  const target = /\/files\/([^/?]+)/i.exec(request.path)?.[1]
  if (request.form && target !== undefined) sent.places.add(decodeURIComponent(target).toLowerCase())
}

export function addText({ texts, places }: SentRecord, field: string, text: string): void {
  texts.set(field, (texts.get(field) ?? new Set()).add(even(text)))
  // The names of a creation's fields are open: what is an id by its form stands for a place as well.
  if ((/id$/i.test(field) || uuidPattern.test(text)) && !isNaming(field)) places.add(text.toLowerCase())
}

/** What a service may lawfully drop, or show as U+FFFD: control and unpaired code units, and code points that are no characters. */
const dropped = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u{FFFD}]/gu

/** A text as it is compared: a service may also trim what it keeps, compose its letters, or keep one letter case. */
export function even(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, ' ').replaceAll(dropped, '').trim().toLowerCase()
}

/** Fields that name a record, and no other. */
export function isNaming(field: string): boolean {
  return field === 'name' || field === 'readable_id' || field === 'readableId'
}

function addTexts(sent: SentRecord, value: unknown, depth: number): void {
  if (depth > deepest) return
  if (Array.isArray(value)) for (const entry of value) addTexts(sent, entry, depth + 1)
  else if (isRecord(value))
    for (const [field, part] of Object.entries(value))
      if (typeof part === 'string') addText(sent, field, part)
      else addTexts(sent, part, depth + 1)
}

/** The JSON in a raw body, if it is any. */
function parsed(rawBody: string | Uint8Array | undefined): unknown {
  return rawBody === undefined ? undefined : parsedJson(Buffer.from(rawBody).toString())
}
