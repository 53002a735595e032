import { setTimeout as pause } from 'node:timers/promises'
import { isDrawn } from '../client/drawn-ids.ts'
import { succeeded, type Exchange } from '../client/exchange.ts'
import { OwnRecord, resourceOf, shownBy, whoseIs } from '../service/records/own-record.ts'
import type { RequestDescription } from '../client/request-description.ts'
import { addSent, newSentRecord, type RecordKind } from '../service/records/sent-record.ts'
import { TransportError } from '../client/transport-error.ts'
import type { AdmittedWrite, WriteGuard } from '../client/write-guard.ts'
import { isCreation, targetOf, WritePermit } from '../client/write-permit.ts'
import { endpoints, type EndpointId } from '../service/interface/endpoint.ts'
import type { RequirementId } from '../contract/requirement.ts'
import { Additions } from './additions.ts'
import { ForeignWriteError } from './foreign-write-error.ts'
import { idsIn } from './ids-in.ts'
import { Inventory } from './inventory.ts'
import { Ownership, type Claim } from './ownership.ts'

/** A creation that returned the id of a record that this run did not create. */
export interface ForeignClaim {
  readonly creation: Exchange
  readonly endpoint: EndpointId
  readonly requirement: RequirementId
  /** The read that shows the owner; `undefined` if an earlier answer did. */
  readonly shown: Exchange | undefined
}

export interface OwnershipGuardOptions {
  readonly runId: string
  /** Ids that are known to be somebody else's, such as declared fixtures. */
  readonly foreign?: readonly string[]
  readonly send: (request: RequestDescription) => Promise<Exchange>
  readonly onForeign?: (claim: ForeignClaim) => void
  /** The title under which records are read. */
  readonly check?: string
  /** Milliseconds before each read of a record that is not found yet: a store may need time. */
  readonly pauses?: readonly number[]
  /** Milliseconds in which nobody else is expected to find the run's records, and add to them. */
  readonly untilFound?: number
}

/** The title under which a creation is judged that returned a foreign id. */
export const ownershipCheck = 'a creation returns the id of the record it created'

/** Most checks delete records that they have just created; nobody works in these. */
const usuallyUntilFound = 120_000

const usualPauses = [0, 100, 400, 1500] as const

/** The number of confirmed creations of a kind before the run creates something in such a record without a read. */
const readsBeforeTrust = 3

/** One of this number of believed claims is read anyway. */
const betweenSpotChecks = 16

const creationRequirements: Readonly<Partial<Record<EndpointId, RequirementId>>> = {
  createProduct: 'PROD-17',
  createItem: 'ITEM-03',
  createProperty: 'PROP-29',
  uploadFile: 'UP-01',
  createItemsInBulk: 'BULK-01',
  createPropertiesInBulk: 'BULK-02',
}

const readOf = {
  product: ['getProduct', '/v1/public/products/'],
  item: ['getItem', '/v1/public/items/'],
  property: ['getProperty', '/v1/public/properties/'],
  file: ['getFile', '/v1/public/files/'],
} as const

const creationOf: ReadonlyArray<readonly [RegExp, EndpointId]> = [
  [/\/items\/bulk/i, 'createItemsInBulk'],
  [/\/properties\/bulk/i, 'createPropertiesInBulk'],
  [/\/products/i, 'createProduct'],
  [/\/items/i, 'createItem'],
  [/\/properties/i, 'createProperty'],
  [/\/files/i, 'uploadFile'],
]

/**
 * Issues a permit for a write if its record is proven to be this run's own, or its id was drawn at random: the only way to a
 * PATCH or DELETE, in a run, its teardown and a later cleanup. A target may return somebody else's id, and another user may
 * change the run's record: it is read by its id before the first change and before each deletion. Reads of checks count. Creating
 * something in a record needs less: see `#isBelieved`.
 */
export class OwnershipGuard implements WriteGuard {
  readonly #options: OwnershipGuardOptions
  readonly #ownership: Ownership
  readonly #underWay = new Map<string, Promise<void>>()
  readonly #refused = new Map<string, RequirementId>()
  readonly #inventory: Inventory
  readonly #additions: Additions
  /** Confirmed claims, by the kind of record. */
  readonly #confirmed = new Map<RecordKind, number>()
  readonly #check: string
  /** Ids that were believed once. */
  readonly #trusted = new Set<string>()
  #believed = 0
  #isBelieving = true

  constructor(options: OwnershipGuardOptions) {
    this.#options = options
    this.#check = options.check ?? ownershipCheck
    this.#inventory = new Inventory({ send: options.send, check: this.#check })
    this.#ownership = new Ownership(options.runId, options.foreign)
    this.#additions = new Additions({
      send: options.send,
      check: this.#check,
      ownership: this.#ownership,
      untilFound: options.untilFound ?? usuallyUntilFound,
    })
  }

  /** Registers what an earlier part of the run created, or sent without an answer. */
  expect({ id, sent, identity }: Omit<Claim, 'id'> & { readonly id: string | undefined }, isRefused = false): void {
    this.#ownership.sending(sent, identity)
    if (id !== undefined) this.#ownership.claim({ id, sent, identity })
    else if (!isRefused) this.#ownership.unanswered(sent)
  }

  async admit(request: RequestDescription): Promise<AdmittedWrite> {
    if (isCreation(request)) return this.#admitCreation(request)
    await this.#requireOwnNames(request)
    const target = targetOf(request.path)
    const claim = target === undefined ? undefined : this.#ownership.claimTo(target)
    // Under one id, different resources may have different records.
    if (claim && resourceOf(readOf[claim.sent.kind][1]) !== resourceOf(request.path))
      throw new ForeignWriteError(request, { reason: `${claim.id} was made as a ${claim.sent.kind}`, whose: 'foreign' })
    if (claim) await this.#requireProof(claim, request)
    else if (target !== undefined && !isDrawn(target))
      throw new ForeignWriteError(request, { reason: `${target} was not made by this run`, whose: 'foreign' })
    if (claim && request.method !== 'PATCH') {
      await this.#requireNoAdditions(claim, request)
      // Looking for what others have added may have taken longer than the read counts.
      await this.#requireProof(claim, request)
    }
    const permit = WritePermit.for(request, claim && this.#ownership.proofOf(claim.id))
    if (claim) addSent(claim.sent, request)
    return {
      permit,
      answered: (exchange) => {
        if (claim && request.method === 'DELETE' && succeeded(exchange)) this.#ownership.deleted(claim)
      },
      failed: () => undefined,
    }
  }

  observe(exchange: Exchange): void {
    if (succeeded(exchange)) this.#ownership.observe(exchange)
  }

  async #admitCreation(request: RequestDescription): Promise<AdmittedWrite> {
    await this.#requireOwnNames(request)
    const endpoint = creationOf.find(([path]) => path.test(request.path))?.[1] ?? 'createProduct'
    const sent = newSentRecord(kindOf(endpoint), this.#options.runId)
    addSent(sent, request)
    this.#ownership.sending(sent, request.as ?? 'own')
    return {
      permit: WritePermit.for(request, undefined),
      answered: (exchange) => {
        if (!succeeded(exchange)) return
        for (const claim of this.#ownership.created(exchange, endpoint, sent)) this.#refute(claim, undefined)
      },
      failed: () => undefined,
    }
  }

  /** Other records that a request names, such as the parent, must not be foreign. */
  async #requireOwnNames(request: RequestDescription): Promise<void> {
    const target = isCreation(request) ? undefined : targetOf(request.path)?.toLowerCase()
    for (const id of new Set(idsIn(request))) {
      const claim = this.#ownership.claimTo(id)
      if (claim && id !== target && !this.#ownership.proofOf(id) && !(await this.#isBelieved(claim)))
        await this.#requireProof(claim, request)
      if (this.#ownership.isForeign(id))
        throw new ForeignWriteError(request, {
          reason: `${id} was not made by this run`,
          whose: 'foreign',
          requirement: this.#refused.get(id),
        })
    }
  }

  /** Reads a claimed record, once for all callers, unless a read proves it already (for a deletion: a recent one). */
  async #requireProof(claim: Claim, request: RequestDescription): Promise<void> {
    const proof = this.#ownership.proofOf(claim.id)
    if (proof && (request.method === 'PATCH' || isCreation(request) || proof.isRecent)) return
    const key = claim.id.toLowerCase()
    const known = this.#underWay.get(key)
    const reading = known ?? this.#read(claim, request)
    if (!known) this.#underWay.set(key, reading)
    try {
      await reading
    } finally {
      this.#underWay.delete(key)
    }
  }

  /**
   * The run may create something in a record without a read if the creation's own answer shows what was sent, earlier reads of
   * whole lists do not show the id, and such answers were always true so far. It cannot change anything that exists.
   */
  async #isBelieved(claim: Claim): Promise<boolean> {
    const { sent, creation } = claim
    if (sent.kind === 'file' || creation === undefined || !this.#isBelieving) return false
    if (this.#trusted.has(claim.id)) return !this.#ownership.isForeign(claim.id) && !this.#ownership.isContested(claim)
    if (sent.made === undefined || whoseIs(sent.made, sent) !== 'own') return false
    if ((this.#confirmed.get(sent.kind) ?? 0) < readsBeforeTrust) return false
    if (!(await this.#inventory.isWhole(sent.kind, claim.identity))) return false
    if (this.#ownership.isForeign(claim.id) || this.#ownership.isContested(claim)) return false
    this.#believed += 1
    if (this.#believed % betweenSpotChecks === 0) return false
    this.#trusted.add(claim.id)
    return true
  }

  async #read(claim: Claim, request: RequestDescription): Promise<void> {
    const { id, sent } = claim
    const known = this.#ownership.proofOf(id)
    // Contents of records that the run deleted are gone, and are read once.
    const mayBeGone = known !== undefined || this.#ownership.isWithinDeleted(claim)
    let last = 'no answer'
    let whose: ForeignWriteError['whose'] = 'unread'
    for (const wait of this.#options.pauses ?? usualPauses) {
      await pause(wait)
      const shown = await this.#record(claim)
      if (shown === undefined) continue
      last = `${shown.status}`
      whose = [404, 410].includes(shown.status) ? 'gone' : 'unread'
      const gone = mayBeGone ? OwnRecord.gone(shown, id) : undefined
      if (gone) return this.#ownership.prove(gone)
      if (shownBy(shown) === undefined) continue
      const judged = OwnRecord.judge(shown, sent)
      if (judged instanceof OwnRecord) {
        this.#ownership.prove(judged)
        this.#confirmed.set(sent.kind, (this.#confirmed.get(sent.kind) ?? 0) + 1)
        return
      }
      // If the record was the run's own before, its creation is not at fault.
      if (judged === 'foreign' && !known) {
        this.#refute(claim, shown)
        const requirement = this.#refused.get(id.toLowerCase())
        throw new ForeignWriteError(request, { reason: `${id} was not made by this run`, whose: judged, requirement })
      }
      if (judged === 'untold')
        throw new ForeignWriteError(request, { reason: `${id} shows nothing that identifies its owner`, whose: judged })
      throw new ForeignWriteError(request, {
        reason: `${id} shows values that this run did not send`,
        whose: 'changed',
      })
    }
    const reason = whose === 'gone' ? `${id} does not exist` : `the owner of ${id} could not be read (${last})`
    const requirement = claim.creation && creationRequirements[claim.creation.endpoint]
    throw new ForeignWriteError(request, { reason, whose, requirement })
  }

  async #record({ id, sent, identity }: Claim): Promise<Exchange | undefined> {
    const [endpoint, place] = readOf[sent.kind]
    const path = `${place}${encodeURIComponent(id.toWellFormed())}`
    try {
      return await this.#options.send({ method: 'GET', path, endpoint, as: identity, check: this.#check })
    } catch (error) {
      if (error instanceof TransportError) return undefined
      throw error
    }
  }

  async #requireNoAdditions(claim: Claim, request: RequestDescription): Promise<void> {
    const record = this.#ownership.proofOf(claim.id)?.record
    const added = record && (await this.#additions.to(claim, record))
    if (added === undefined) return
    throw new ForeignWriteError(request, { reason: `others have added ${added} to ${claim.id}`, whose: 'changed' })
  }

  #refute(claim: Claim, shown: Exchange | undefined): void {
    this.#isBelieving = false
    this.#ownership.refute(claim)
    if (claim.creation === undefined) return
    const { exchange: creation, endpoint } = claim.creation
    const requirement = creationRequirements[endpoint]
    if (requirement === undefined) return
    this.#refused.set(claim.id.toLowerCase(), requirement)
    this.#options.onForeign?.({ creation, endpoint, requirement, shown })
  }
}

function kindOf(endpoint: EndpointId): RecordKind {
  const { resource } = endpoints[endpoint]
  return resource === 'item' || resource === 'property' || resource === 'file' ? resource : 'product'
}
