import type { Exchange, Identity } from '../client/exchange.ts'
import type { RequestDescription } from '../client/request-description.ts'
import type { RecordKind } from '../service/records/sent-record.ts'
import { isRecord } from '../contract/is-record.ts'
import { textsIn } from './ids-in.ts'
import { listOf, organizationOf } from './inventory.ts'
import type { Claim, Ownership } from './ownership.ts'
import { ListRefused, missingParameter, wholeList, type Entry } from './whole-list.ts'
import { asText } from '../contract/show.ts'

export interface AdditionsOptions {
  readonly send: (request: RequestDescription) => Promise<Exchange>
  readonly check: string
  readonly ownership: Ownership
  /** Milliseconds in which nobody else is expected to find the run's records. */
  readonly untilFound: number
}

type Part = 'item' | 'property' | 'file'

interface Row {
  readonly kind: Part
  readonly entry: Entry
}

/** The entries of an organization's lists in the run's records. */
interface Listing {
  readonly rows: Map<string, Row[]>
  /** Lists that are read place by place, with their parameter; `isRequired` if they need it. */
  readonly narrow: Map<Part, { readonly parameter: string; readonly isRequired: boolean }>
  readonly at: number
}

const parts = ['item', 'property', 'file'] as const

/** Milliseconds for which a listing is good. */
const goodFor = 30_000

/** Milliseconds after a creation in which a service adds its own parts. */
const comesWith = 2000

/** Entries with one name in this many records of the run come from the service. */
const manyOfOneName = 3

/**
 * Finds additions by others to the run's records: entries of the whole lists in these records that the run did not send. Whole
 * lists take few requests; a look into each product would take one per product.
 */
export class Additions {
  readonly #options: AdditionsOptions
  readonly #listings = new Map<Identity, Promise<Listing>>()

  constructor(options: AdditionsOptions) {
    this.#options = options
  }

  /** Additions by others to a claimed record, for people; `undefined` if there are none. */
  async to(claim: Claim, record: Entry | undefined): Promise<string | undefined> {
    const madeAt = claim.creation?.exchange.startedAt ?? 0
    if (Date.now() - madeAt < this.#options.untilFound || ['property', 'file'].includes(claim.sent.kind))
      return undefined
    const listing = await this.#listing(organizationOf(claim.identity))
    const within = [claim, ...this.#partsOf(claim)]
    await this.#look(within, listing)
    const added = within.flatMap(({ id }) => {
      const owner = id === claim.id ? record : ownRow(id, listing)
      return (listing.rows.get(id.toLowerCase()) ?? []).filter((row) => this.#isAdded(row, { owner, listing }))
    })
    const names = [...new Map(added.map((row) => [row.entry['id'], shown(row)])).values()]
    const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : ''
    return names.length === 0 ? undefined : names.slice(0, mostNamed).join(', ') + more
  }

  /** What the run created in it, however deep. */
  #partsOf({ id }: Claim): readonly Claim[] {
    return this.#options.ownership.madeIn(id).flatMap((claim) => [claim, ...this.#partsOf(claim)])
  }

  #isAdded({ kind, entry }: Row, { owner, listing }: { owner: Entry | undefined; listing: Listing }): boolean {
    const { ownership } = this.#options
    if (ownership.claimTo(asText(entry['id'])) || ownership.sentWith(kind, entry)) return false
    if (ownership.isUnanswered(kind, entry)) return false
    const [made, since] = [timeOf(entry), timeOf(owner)]
    if (made !== undefined && since !== undefined) {
      if (made - since > comesWith) return true
      // What is older was moved there by somebody, or is a template's and shows the template's time.
      if (since - made <= comesWith) return false
    } else {
      const [author, maker] = [authorOf(entry), authorOf(owner)]
      if (author !== undefined && maker !== undefined && author !== maker) return true
    }
    const alike = [...listing.rows.values()].filter((rows) =>
      rows.some(
        (row) =>
          row.kind === kind && row.entry['name'] === entry['name'] && !ownership.claimTo(asText(row.entry['id'])),
      ),
    )
    return alike.length < manyOfOneName
  }

  async #listing(organization: Identity): Promise<Listing> {
    const known = this.#listings.get(organization)
    if (known && Date.now() - (await known).at < goodFor) return known
    const reading = this.#read(organization)
    this.#listings.set(organization, reading)
    return reading
  }

  async #read(as: Identity): Promise<Listing> {
    const listing: Listing = { rows: new Map(), narrow: new Map(), at: Date.now() }
    for (const kind of parts)
      try {
        for await (const entry of this.#list(kind, { as })) this.#note({ kind, entry }, listing)
      } catch (error) {
        const parameter = error instanceof ListRefused ? missingParameter(error.answer) : undefined
        listing.narrow.set(kind, { parameter: parameter ?? usual[kind], isRequired: parameter !== undefined })
      }
    return listing
  }

  /** Reads the lists that need a place, or are too long, for each place. */
  async #look(within: readonly Claim[], listing: Listing): Promise<void> {
    for (const [kind, { parameter, isRequired }] of listing.narrow)
      for (const { id, identity } of within.filter((claim) => claim.sent.kind === owners[kind]))
        try {
          for await (const entry of this.#list(kind, { as: identity, query: { [parameter]: id } }, fewPages))
            this.#note({ kind, entry: isRequired ? { place: id, ...entry } : entry }, listing)
        } catch {
          // A list that fails shows nothing, and must not block the removal of a product.
        }
  }

  #list(
    kind: Part,
    { as, query = {} }: Pick<RequestDescription, 'as' | 'query'>,
    mostPages = manyPages,
  ): AsyncGenerator<Entry> {
    const { send, check } = this.#options
    const [endpoint, path] = listOf[kind]
    return wholeList(
      (page) => send({ method: 'GET', path, endpoint, query: { ...query, ...page }, check, ...(as && { as }) }),
      { mostPages },
    )
  }

  /** Stores a row under each of the run's records that it names, and under its own id. */
  #note(row: Row, { rows }: Listing): void {
    for (const text of new Set(textsIn(row.entry)))
      if (this.#options.ownership.claimTo(text)) rows.set(text, [...(rows.get(text) ?? []), row])
  }
}

const mostNamed = 3

/** The maximum number of pages of a whole list, before each place is read, and of the list of one place. */
const manyPages = 25
const fewPages = 3

/** Names of the parameter, if no refusal gives it. */
const usual = { item: 'product_id', property: 'item_id', file: 'item_id' } as const satisfies Record<Part, string>

const owners = { item: 'product', property: 'item', file: 'item' } as const satisfies Record<Part, RecordKind>

function ownRow(id: string, { rows }: Listing): Entry | undefined {
  return rows.get(id.toLowerCase())?.find(({ entry }) => asText(entry['id']).toLowerCase() === id.toLowerCase())?.entry
}

function authorOf(entry: Entry | undefined): unknown {
  const author: unknown = entry?.['createdBy'] ?? entry?.['uploadedBy']
  return isRecord(author) ? author['id'] : undefined
}

function timeOf(entry: Entry | undefined): number | undefined {
  const text = ['createdAt', 'created_at', 'uploadedAt', 'uploaded_at'].map((field) => entry?.[field]).find(Boolean)
  const time = typeof text === 'string' ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

function shown({ kind, entry }: Row): string {
  const name: unknown = entry['name'] ?? entry['originalFileName']
  return `${kind} ${asText(entry['id'])}${typeof name === 'string' ? ` (${name})` : ''}`
}
