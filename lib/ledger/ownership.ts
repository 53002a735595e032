import type { Exchange, Identity } from '../client/exchange.ts'
import { OwnRecord, whoseIs } from '../service/records/own-record.ts'
import { even, type SentRecord } from '../service/records/sent-record.ts'
import { shownRecord } from '../client/shown-record.ts'
import { type EndpointId, endpoints } from '../service/interface/endpoint.ts'
import { isRecord, type JsonObject } from '../contract/is-record.ts'
import { matchEndpoint } from '../service/interface/match-endpoint.ts'
import { unwrapRecord } from '../service/interface/unwrap-record.ts'
import { textsIn } from './ids-in.ts'

/** An id of a record that the run supposedly created: it is ours only when a read by it shows what was sent. */
export interface Claim {
  /** As the target wrote it. */
  readonly id: string
  readonly sent: SentRecord
  /** Who reads it. */
  readonly identity: Identity
  /** The creation that answered with it, if one did. */
  readonly creation?: { readonly exchange: Exchange; readonly endpoint: EndpointId } | undefined
}

interface Sighting {
  readonly exchange: Exchange
  readonly kind: SentRecord['kind']
  readonly isList: boolean
}

/** The number of remembered foreign ids; an organization may have any number. */
const mostForeign = 200_000

/** Who owns which record: ids from before the run, ids that the run claims, and ids that are proven to be its own. */
export class Ownership {
  /** When an answer first showed them, in milliseconds; at the beginning what is declared. */
  readonly #foreign: Map<string, number>
  readonly #claims = new Map<string, Claim>()
  readonly #proofs = new Map<string, OwnRecord>()
  /** Requests with a unique text, by that text: a creation may never have been answered. */
  readonly #byText = new Map<string, { readonly sent: SentRecord; readonly identity: Identity }>()
  /** Creations without an answer, by kind and place. */
  readonly #unanswered = new Map<string, SentRecord[]>()
  readonly #byPlace = new Map<string, Claim[]>()
  /** Ids of what the run has deleted. */
  readonly #deleted = new Set<string>()
  /** Claimed ids under which an answer showed something else. */
  readonly #contested = new Set<string>()

  readonly #runId: string

  constructor(runId: string, foreign: readonly string[] = []) {
    this.#runId = runId.toLowerCase()
    this.#foreign = new Map(foreign.map((id) => [id.toLowerCase(), Number.NEGATIVE_INFINITY]))
  }

  isForeign(id: string): boolean {
    return this.#foreign.has(id.toLowerCase())
  }

  claimTo(id: string): Claim | undefined {
    return this.#claims.get(id.toLowerCase())
  }

  proofOf(id: string): OwnRecord | undefined {
    return this.#proofs.get(id.toLowerCase())
  }

  isContested({ id }: Claim): boolean {
    return this.#contested.has(id.toLowerCase())
  }

  prove(proof: OwnRecord): void {
    this.#proofs.set(proof.id, proof)
  }

  refute({ id }: Claim): void {
    this.#foreign.set(id.toLowerCase(), Number.NEGATIVE_INFINITY)
    this.#claims.delete(id.toLowerCase())
  }

  /** Notes what is about to be sent to make something. */
  sending(sent: SentRecord, identity: Identity): void {
    for (const [field, texts] of sent.texts)
      for (const text of texts)
        if (text.includes(this.#runId)) this.#byText.set(`${sent.kind} ${field} ${text}`, { sent, identity })
  }

  /** Notes a request that may have created something: a killed run never saw the answer. */
  unanswered(sent: SentRecord): void {
    for (const place of sent.places) {
      const key = `${sent.kind} ${place}`
      this.#unanswered.set(key, [...(this.#unanswered.get(key) ?? []), sent])
    }
  }

  /**
   * Whether a record is in the place of a creation without an answer, and shows its name, if one was noted. A file without a noted
   * name may be anybody's: its name is in no other field.
   */
  isUnanswered(kind: SentRecord['kind'], record: JsonObject): boolean {
    const shown = new Set(textsIn(record).map((text) => even(text)))
    const sent = [...shown].flatMap((text) => this.#unanswered.get(`${kind} ${text}`) ?? [])
    return sent.some(({ texts }) => !(texts.get('name')?.isDisjointFrom(shown) ?? kind === 'file'))
  }

  /** Claims an id; if two creations return it, it has the values of both. */
  claim(claim: Claim): void {
    const key = claim.id.toLowerCase()
    const known = this.#claims.get(key)
    if (known) merge(known.sent, claim.sent)
    else this.#claims.set(key, claim)
    for (const place of claim.sent.places) this.#byPlace.set(place, [...(this.#byPlace.get(place) ?? []), claim])
  }

  /** The claims to what was made in a place. */
  madeIn(id: string): readonly Claim[] {
    return (this.#byPlace.get(id.toLowerCase()) ?? []).filter((claim) => this.claimTo(claim.id) && claim.id !== id)
  }

  deleted({ id }: Claim): void {
    this.#deleted.add(id.toLowerCase())
  }

  /**
   * Whether the run has deleted what it was made in. A product is in nothing that a run deletes: the id of one that has such a place
   * was returned for another record too.
   */
  isWithinDeleted({ sent }: Claim): boolean {
    if (sent.kind === 'product') return false
    return [...sent.places].some((place) => {
      const claim = this.#claims.get(place)
      return this.#deleted.has(place) || (claim !== undefined && this.isWithinDeleted(claim))
    })
  }

  /** The request with a whole text that a record shows in the same field. */
  sentWith(kind: SentRecord['kind'], record: JsonObject): Pick<Claim, 'sent' | 'identity'> | undefined {
    for (const [field, text] of Object.entries(record)) {
      if (typeof text !== 'string' || !text.toLowerCase().includes(this.#runId)) continue
      const sent = this.#byText.get(`${kind} ${field} ${even(text)}`)
      if (sent) return sent
    }
    return undefined
  }

  /** Learns the ids that a creation returned; returns the claims to ids that were known as foreign. */
  created(exchange: Exchange, endpoint: EndpointId, sent: SentRecord): readonly Claim[] {
    const refuted: Claim[] = []
    for (const { id, record } of recordsMade(endpoint, shownRecord({ ...exchange, endpoint }))) {
      const isMany = endpoint === 'createItemsInBulk' || endpoint === 'createPropertiesInBulk'
      const claim = {
        id,
        sent: isMany ? { ...copyOf(sent), made: record } : Object.assign(sent, { made: record }),
        identity: exchange.identity,
        creation: { exchange, endpoint },
      }
      if (this.#wasThereBefore(id, exchange)) refuted.push(claim)
      else this.claim(claim)
    }
    return refuted
  }

  /** Whether an id was known as foreign before its creation was sent. lawful: a record that is listed before its creation is answered */
  #wasThereBefore(id: string, { startedAt }: Exchange): boolean {
    const key = id.toLowerCase()
    const isOlder = (this.#foreign.get(key) ?? Number.POSITIVE_INFINITY) <= startedAt
    if (!isOlder) this.#foreign.delete(key)
    return isOlder
  }

  /** Learns from a read: the claim that it proves, and unclaimed ids, which belong to others. */
  observe(exchange: Exchange): void {
    const { method, path } = exchange.request
    if (method !== 'GET' || exchange.json === undefined) return
    const endpoint = exchange.endpoint ?? matchEndpoint(method, path.split('?')[0] ?? '')
    if (endpoint === undefined || endpoint === 'downloadFile') return
    const { resource, ...what } = endpoints[endpoint]
    if (resource === 'workspace' || resource === 'organization-user') return
    const isList = 'list' in what
    for (const record of recordsIn(endpoint, exchange.json)) this.#sight(record, { exchange, kind: resource, isList })
  }

  #sight(record: JsonObject, { exchange, kind, isList }: Sighting): void {
    const { id: shown } = record
    if (typeof shown !== 'string') return
    const id = shown.toLowerCase()
    if (this.#foreign.has(id)) return
    const claim = this.#claims.get(id)
    if (claim) {
      if (isList && this.#proofs.has(id)) return
      const judged = isList ? whoseIs(record, claim.sent) : OwnRecord.judge(exchange, claim.sent)
      if (judged instanceof OwnRecord) this.prove(judged)
      else if (judged === 'foreign' || judged === 'changed') this.#contested.add(id)
      return
    }
    const known = this.sentWith(kind, record)
    if (known) this.claim({ id: shown, ...known })
    // Lists may omit everything that identifies the owner of a file.
    else if (kind !== 'file' && this.#foreign.size < mostForeign)
      this.#foreign.set(id, exchange.startedAt + exchange.durationMs)
  }
}

function copyOf(sent: SentRecord): SentRecord {
  const texts = new Map([...sent.texts].map(([field, values]) => [field, new Set(values)]))
  return { ...sent, texts, places: new Set(sent.places) }
}

function merge(known: SentRecord, { texts, places, size }: SentRecord): void {
  for (const [field, values] of texts) known.texts.set(field, new Set([...(known.texts.get(field) ?? []), ...values]))
  for (const place of places) known.places.add(place)
  known.size ??= size
}

/** The ids that a creation returned, in the order of the answer. */
export function idsMade(exchange: Exchange): readonly string[] {
  const { method, path } = exchange.request
  const endpoint = exchange.endpoint ?? matchEndpoint(method, path.split('?')[0] ?? '') ?? 'createProduct'
  return recordsMade(endpoint, shownRecord({ ...exchange, endpoint })).map(({ id }) => id)
}

/** The records of a read, of a list or of one. */
function recordsIn(endpoint: EndpointId, json: unknown): readonly JsonObject[] {
  const record = unwrapRecord(endpoint, json)
  if (!isRecord(record)) return []
  return Array.isArray(record['items']) ? record['items'].filter(isRecord) : [record]
}

/** The records in a creation's answer; for a bulk, every entry of its lists, which may be a record or an id. */
function recordsMade(
  endpoint: EndpointId,
  json: unknown,
): ReadonlyArray<{ readonly id: string; readonly record: JsonObject | undefined }> {
  const isBulk = endpoint === 'createItemsInBulk' || endpoint === 'createPropertiesInBulk'
  const record = unwrapRecord(endpoint, json)
  const lists = [json, ...(isRecord(json) ? Object.values(json) : [])].filter((value) => Array.isArray(value))
  const entries: readonly unknown[] = isBulk ? lists.flat() : isRecord(record) ? [record] : []
  return entries.flatMap((entry) => {
    const made = isRecord(entry) ? (unwrapRecord('createItem', entry) ?? entry) : entry
    const id: unknown = isRecord(made) ? made['id'] : made
    return typeof id === 'string' && id !== '' ? [{ id, record: isRecord(made) ? made : undefined }] : []
  })
}
