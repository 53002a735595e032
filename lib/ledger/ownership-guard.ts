import { setTimeout as pause } from 'node:timers/promises'
import type { Exchange } from '../client/exchange.ts'
import { redact } from '../client/redactor.ts'
import type { RequestDescription } from '../client/request-description.ts'
import { TransportError } from '../client/transport-error.ts'
import type { AdmittedWrite, WriteGuard } from '../client/write-guard.ts'
import { endpoints, type EndpointId } from '../contract/endpoint.ts'
import { isRecord } from '../contract/is-record.ts'
import type { RequirementId } from '../contract/requirement.ts'
import { unwrapRecord } from '../contract/unwrap-record.ts'
import { ForeignWriteError } from './foreign-write-error.ts'
import { idsIn } from './ids-in.ts'
import { Inventory, type InventoryKind } from './inventory.ts'
import { isSameFile } from './is-same-file.ts'
import { Ownership, type Claim, type Whose } from './ownership.ts'

/** A creation that answered with the id of something that this run did not make. */
export interface ForeignClaim {
  readonly claim: Claim
  readonly requirement: RequirementId
  /** The read that shows whose it is; `undefined` where an earlier answer did. */
  readonly shown: Exchange | undefined
}

export interface OwnershipGuardOptions {
  readonly runId: string
  /** Ids that are known to be somebody else's, such as declared fixtures. */
  readonly foreign?: readonly string[]
  readonly send: (request: RequestDescription) => Promise<Exchange>
  readonly onForeign: (claim: ForeignClaim) => void
}

/** The title under which a creation is judged that names what it did not make. */
export const ownershipCheck = 'what a creation names is what it made'

/** Milliseconds between the reads of a record that is not there yet: a store may take its time. */
const pauses = [0, 100, 400, 1500] as const

/** Claims of a kind of creation that a read has to confirm before its answers are believed. */
const readsBeforeTrust = 3

/** Of the claims that are believed, every so-manieth is read all the same. */
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

/**
 * Lets a write pass only where everything that it names is this run's own, or is nothing that any answer has shown. A target may
 * answer a creation with somebody else's id: before the first change, the record is read, and shows a mark of the run or is left
 * alone. The read is left out where an answer shows the mark, whole lists do not show the id, and such answers were true so far;
 * never before a deletion.
 */
export class OwnershipGuard implements WriteGuard {
  readonly #options: OwnershipGuardOptions
  readonly #ownership: Ownership
  readonly #underWay = new Map<string, Promise<void>>()
  readonly #refused = new Map<string, RequirementId>()
  readonly #inventory: Inventory
  /** Claims that a read has confirmed, by the creation. */
  readonly #confirmed = new Map<EndpointId, number>()
  #believed = 0
  #isBelieving = true

  constructor(options: OwnershipGuardOptions) {
    this.#options = options
    this.#inventory = new Inventory({ send: options.send, check: ownershipCheck })
    this.#ownership = new Ownership(options.runId, options.foreign)
  }

  async admit(request: RequestDescription): Promise<AdmittedWrite | undefined> {
    for (const id of new Set(idsIn(request))) {
      const claim = this.#ownership.unconfirmed(id)
      if (claim) await this.#confirm(claim, request)
      if (this.#ownership.isForeign(id)) throw refusal(request, `${id} was not made by this run`, this.#refused.get(id))
    }
    return undefined
  }

  observe(exchange: Exchange): void {
    for (const claim of this.#ownership.learn(exchange)) this.#refute(claim, undefined)
  }

  /** Finds out whose a claimed id is, once for all who ask. */
  async #confirm(claim: Claim, request: RequestDescription): Promise<void> {
    const known = this.#underWay.get(claim.id)
    const confirming = known ?? this.#prove(claim, request)
    if (!known) this.#underWay.set(claim.id, confirming)
    try {
      await confirming
    } finally {
      this.#underWay.delete(claim.id)
    }
  }

  async #prove(claim: Claim, request: RequestDescription): Promise<void> {
    if (request.method !== 'DELETE' && (await this.#isBelieved(claim))) this.#ownership.confirm(claim)
    else await this.#read(claim, request)
  }

  async #isBelieved(claim: Claim): Promise<boolean> {
    const kind = inventoryKind(claim)
    if (kind === undefined || !claim.isMarked || !this.#isBelieving) return false
    if ((this.#confirmed.get(claim.endpoint) ?? 0) < readsBeforeTrust) return false
    if (!(await this.#inventory.isWhole(kind, claim.creation.identity))) return false
    if (this.#ownership.isContested(claim)) return false
    this.#believed += 1
    return this.#believed % betweenSpotChecks !== 0
  }

  async #read(claim: Claim, request: RequestDescription): Promise<void> {
    let last = 'no answer'
    for (const wait of pauses) {
      await pause(wait)
      const shown = await this.#record(claim)
      const record = unwrapRecord(shown?.endpoint, shown?.json)
      last = shown === undefined ? 'no answer' : `${shown.status}`
      if (shown === undefined || shown.status !== 200 || !isRecord(record)) continue
      if (String(record['id']).toLowerCase() !== claim.id.toLowerCase()) continue
      if (this.#whoseIs(claim, record) === 'foreign') this.#refute(claim, shown)
      else {
        this.#ownership.confirm(claim)
        this.#confirmed.set(claim.endpoint, (this.#confirmed.get(claim.endpoint) ?? 0) + 1)
      }
      return
    }
    throw refusal(request, `no read shows whose ${claim.id} is (${last})`, creationRequirements[claim.endpoint])
  }

  /** A file that is shown without its links is told by what else there is of it. */
  #whoseIs({ endpoint, record: made }: Claim, record: Readonly<Record<string, unknown>>): Whose {
    const whose = this.#ownership.whoseIs(record, endpoints[endpoint].resource)
    const links = record['used_in']
    const isLinked = Array.isArray(links) && links.length > 0
    if (endpoint !== 'uploadFile' || whose !== 'foreign' || isLinked || made === undefined) return whose
    return isSameFile(made, record) === false ? 'foreign' : 'unknown'
  }

  async #record({ id, endpoint: creation, creation: { identity } }: Claim): Promise<Exchange | undefined> {
    const { resource } = endpoints[creation]
    if (resource === 'workspace' || resource === 'organization-user') return undefined
    const [endpoint, place] = readOf[resource]
    const path = `${place}${encodeURIComponent(id)}`
    try {
      return await this.#options.send({ method: 'GET', path, endpoint, as: identity, check: ownershipCheck })
    } catch (error) {
      if (error instanceof TransportError) return undefined
      throw error
    }
  }

  #refute(claim: Claim, shown: Exchange | undefined): void {
    this.#isBelieving = false
    this.#ownership.refute(claim)
    const requirement = creationRequirements[claim.endpoint]
    if (requirement === undefined) return
    this.#refused.set(claim.id.toLowerCase(), requirement)
    this.#options.onForeign({ claim, requirement, shown })
  }
}

/** Files are shown in lists without anything that tells whose they are. */
function inventoryKind({ endpoint }: Claim): InventoryKind | undefined {
  const { resource } = endpoints[endpoint]
  return resource === 'product' || resource === 'item' || resource === 'property' ? resource : undefined
}

function refusal(
  { method, path }: RequestDescription,
  reason: string,
  requirement: RequirementId | undefined,
): ForeignWriteError {
  return new ForeignWriteError({ request: redact(`${method} ${path}`), reason: redact(reason), requirement })
}
