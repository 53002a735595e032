import pLimit, { type LimitFunction } from 'p-limit'
import { requestById } from '#suite'
import type { EndpointId, Exchange, RawRequest, RequirementId, Sources, Entry } from '#suite'
import { entriesIn, withEntries } from './bulk-subject.ts'
import { ownPlace, type OwnPlace } from './own-place.ts'
import { marksBeside } from './marks-beside.ts'
import { valueField } from './value-field.ts'

/** What stands in place of the JSON body, and beside it. */
export type Sending = Pick<RawRequest, 'json' | 'rawBody' | 'contentType' | 'headers' | 'broken'>

/** A write with a JSON body that can be sent again and again, with whatever is wrong in it. */
export interface JsonWrite {
  /** The write with nothing wrong in it, which was accepted. */
  readonly control: Exchange
  /** Fields of the contract first, then those that were learned; of a bulk those of an entry. */
  readonly fields: readonly string[]
  /** A body that is accepted, its names fresh at each call, with some fields set; of a bulk, those of its last entry. */
  readonly body: (fields?: Entry) => Promise<unknown>
  readonly send: (sending: Sending) => Promise<Exchange>
  /** Sends the control request once more. Blocked if it is rejected by now: lawful: a place that is full takes no more. */
  readonly requireOpen: () => Promise<Exchange>
}

export interface UntriedWrite extends Omit<JsonWrite, 'control'> {
  readonly control: () => Promise<Exchange>
}

interface Made {
  readonly endpoint: EndpointId
  /** The id in the path, if there is one. */
  readonly id?: string
  readonly fields: readonly string[]
  readonly body: JsonWrite['body']
  /** The requirement that is broken if the write is rejected as it is. */
  readonly acceptedBy: RequirementId
}

const change: JsonWrite['body'] = (fields) => Promise.resolve({ description: 'a change', ...fields })

const writes = {
  'creating a product': async ({ given }) => {
    const body: JsonWrite['body'] = async (fields) => ({
      ...(await given.productBody({ description: 'described' })),
      ...fields,
    })
    const fields = ['name', 'description', 'readable_id', 'workspace_id', 'something_else']
    return { endpoint: 'createProduct', fields, body, acceptedBy: 'PROD-17' }
  },
  'updating a product': async ({ given }, place) => {
    const fields = ['name', 'description', 'readable_id', 'baseline_version_number', 'something_else']
    const { id } = (await place.item()).product
    const body: JsonWrite['body'] = (changed = {}) => change({ ...marksBeside(changed, given), ...changed })
    return { endpoint: 'updateProduct', id, fields, body, acceptedBy: 'PROD-41' }
  },
  'creating an item': async ({ given }, place) => {
    const { product } = await place.item()
    const body = (fields?: Entry) => given.itemBody(product, fields)
    return { endpoint: 'createItem', fields: fieldsOf(await body()), body, acceptedBy: 'ITEM-03' }
  },
  'updating an item': async (_, place) => {
    const { id } = await place.item()
    return { endpoint: 'updateItem', id, fields: ['description', 'name'], body: change, acceptedBy: 'ITEM-06' }
  },
  'creating a property': async ({ given }, place) => {
    const item = await place.item()
    const body = (fields?: Entry) => given.propertyBody('text', item, fields)
    return { endpoint: 'createProperty', fields: fieldsOf(await body()), body, acceptedBy: 'PROP-29' }
  },
  'updating a property': async (_, place) => {
    const { id, body: created } = await place.property('text')
    const fields = ['description', 'reason', 'name', valueField('text', created)]
    return { endpoint: 'updateProperty', id, fields, body: change, acceptedBy: 'PROP-32' }
  },
  'updating a file': async (_, place) => {
    const { id } = await place.file()
    return { endpoint: 'updateFile', id, fields: ['description', 'userTitle'], body: change, acceptedBy: 'FILE-15' }
  },
  'creating items in bulk': async ({ given }, place) => {
    const { product } = await place.item()
    const body = inLast(() => given.itemBulk(product, 2))
    return { endpoint: 'createItemsInBulk', fields: fieldsOf(lastOf(await body())), body, acceptedBy: 'BULK-01' }
  },
  'creating properties in bulk': async ({ given }, place) => {
    const item = await place.item()
    const body = inLast(() => given.propertyBulk(item, 2))
    return { endpoint: 'createPropertiesInBulk', fields: fieldsOf(lastOf(await body())), body, acceptedBy: 'BULK-02' }
  },
} as const satisfies Readonly<Record<string, (sources: Sources, place: OwnPlace) => Promise<Made>>>

/** Every write with a JSON body, in words. */
export type JsonWriteName = keyof typeof writes

export const jsonWriteNames = Object.keys(writes).filter((name): name is JsonWriteName => name in writes)

/** A write in a place that others of this name share, once it was accepted: what is rejected for another reason shows nothing. */
export async function jsonWrite(what: JsonWriteName, sources: Sources, place = 'JSON writes'): Promise<JsonWrite> {
  const write = await untriedWrite(what, sources, place)
  return { ...write, control: await write.control() }
}

/** Requires that the write is accepted when nothing is wrong with it: else its rejection shows nothing. */
export async function requireAccepted(what: JsonWriteName, sources: Sources, place?: string): Promise<void> {
  await jsonWrite(what, sources, place)
}

/** The write before its control request is sent, which `control` does once per place. */
export async function untriedWrite(what: JsonWriteName, sources: Sources, place: string): Promise<UntriedWrite> {
  const { api, given, session } = sources
  const made = await session.shared(
    `${place}: ${what}`,
    async (): Promise<Made & { readonly inTurn: LimitFunction }> => ({
      ...(await writes[what](sources, ownPlace(place, sources))),
      inTurn: pLimit(1),
    }),
  )
  const { method, path } = requestById(made.endpoint, made.id ?? '')
  const sendNow: JsonWrite['send'] = (sending) => api.raw({ endpoint: made.endpoint, method, path, ...sending })
  // lawful: of several updates of one record at the same time all but one are rejected
  const send: JsonWrite['send'] = made.id === undefined ? sendNow : (sending) => made.inTurn(sendNow, sending)
  const requireOpen = async (): Promise<Exchange> =>
    given.requireSuccess(await send({ json: await made.body() }), made.acceptedBy)
  const control = (): Promise<Exchange> =>
    session.shared(`${place}: control request of ${what}`, async () => given.leave(await requireOpen()))
  return { control, fields: made.fields, body: made.body, send, requireOpen }
}

const marker = 'the value stands here'

/** The JSON text of a body in which some fields have a value written by hand, as no JSON library may write it. */
export async function bodyText({ body }: JsonWrite, fields: readonly string[], json: string): Promise<string> {
  const marked = await body(Object.fromEntries(fields.map((field) => [field, marker])))
  return JSON.stringify(marked).replaceAll(JSON.stringify(marker), () => json)
}

/** Fields are set in the last entry of a bulk. */
function inLast(bulk: () => Promise<unknown>): JsonWrite['body'] {
  return async (fields) => {
    const body = await bulk()
    if (fields === undefined) return body
    const entries = entriesIn(body)
    return withEntries(body, [...entries.slice(0, -1), { ...entries.at(-1), ...fields }])
  }
}

function lastOf(bulk: unknown): Entry {
  return entriesIn(bulk).at(-1) ?? {}
}

function fieldsOf(learned: Entry): readonly string[] {
  return [...new Set(['description', ...Object.keys(learned)])]
}
