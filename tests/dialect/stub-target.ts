import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Exchange } from '../../lib/client/exchange.ts'
import { openClient } from '../client/open-client.ts'
import { openServer } from '../client/open-server.ts'
import type { Refusal } from './refusals.ts'
import type { Send } from '../../lib/service/dialect/dialect.ts'

type Row = Readonly<Record<string, unknown>>
/** A JSON schema. */
export type Schema = Readonly<Record<string, unknown>>

/** How a stub names and shapes what the contract leaves open. */
export interface StubShape {
  readonly refusal: Refusal
  /** Whether a refusal says everything that is wrong, or the first thing only. */
  readonly allErrors?: boolean
  /** Queries and bodies by `METHOD collection`; what has none takes anything. */
  readonly schemas?: Readonly<Record<string, Schema>>
  /** The parameter by which a collection is narrowed down, and the field of a row that it is held against. */
  readonly filters?: Readonly<Record<string, { readonly parameter: string; readonly field: string }>>
  /** What an unknown id in such a parameter is answered with. */
  readonly unknownId?: 'empty' | 'all' | 404
  /** The fields under which a body names what a new row belongs to. */
  readonly parents?: Readonly<Record<string, string>>
  readonly rows?: Readonly<Record<string, readonly Row[]>>
  /** Fields of a body that are passed over. */
  readonly forget?: readonly string[]
}

export interface StubTarget extends AsyncDisposable {
  readonly send: Send
  /** Everything that was sent, with its answer. */
  readonly exchanges: readonly Exchange[]
}

export const workspaceId = '0d4b7c1e-0000-4000-8000-000000000001'

/** A small service in memory with lists, creations and bulk creations, whose dialect is given. */
export async function openStub(shape: StubShape, mode: 'read-only' | 'read-write' = 'read-write'): Promise<StubTarget> {
  const rows = new Map<string, Row[]>([['workspaces', [{ id: workspaceId, name: 'one', readable_id: 'one' }]]])
  for (const [collection, given] of Object.entries(shape.rows ?? {})) rows.set(collection, [...given])
  const server = await openServer((request, response) => {
    void respond(response, answer({ shape, rows }, request))
  })
  const open = openClient(server.url, { mode })
  return {
    exchanges: open.exchanges,
    send: (request) => open.client.send({ ...request, check: 'discovery' }),
    [Symbol.asyncDispose]: async () => {
      await open[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

interface Stub {
  readonly shape: StubShape
  readonly rows: Map<string, Row[]>
}

interface Answer {
  readonly status: number
  readonly json: unknown
}

async function respond(response: ServerResponse, answering: Promise<Answer>): Promise<void> {
  const { status, json } = await answering
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(json))
}

async function answer(stub: Stub, request: IncomingMessage): Promise<Answer> {
  const url = new URL(request.url ?? '/', 'http://stub')
  const [collection = '', bulk] = url.pathname.replace('/v1/public/', '').split('/')
  if (request.method === 'GET') return list(stub, collection, Object.fromEntries(url.searchParams))
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
  const refused = judged(stub, { operation: `POST ${collection}${bulk ? '/bulk' : ''}`, value: body, place: 'body' })
  if (refused) return refused
  if (bulk === undefined) return { status: 201, json: create(stub, collection, body) }
  const entries = [body, ...Object.values(Object(body))].find((value) => Array.isArray(value)) ?? []
  const items = entries.map((entry: unknown) => create(stub, collection, entry))
  return { status: 201, json: { items, count: items.length } }
}

function list(stub: Stub, collection: string, asked: Record<string, string>): Answer {
  const query = Object.fromEntries(Object.entries(asked).filter(([name]) => name !== 'limit'))
  const refused = judged(stub, { operation: `GET ${collection}`, value: query, place: 'query' })
  if (refused) return refused
  const all = stub.rows.get(collection) ?? []
  const filter = stub.shape.filters?.[collection]
  const wanted = filter && query[filter.parameter]
  const items = filter && wanted !== undefined ? all.filter((row) => row[filter.field] === wanted) : all
  const isUnknown = wanted !== undefined && ![...stub.rows.values()].flat().some(({ id }) => id === wanted)
  if (isUnknown && stub.shape.unknownId === 404)
    return { status: 404, json: { error: 'not_found', message: 'there is no such thing' } }
  if (isUnknown && stub.shape.unknownId === 'all') return { status: 200, json: { items: all, count: all.length } }
  return { status: 200, json: { items, count: items.length } }
}

interface Judged {
  readonly operation: string
  readonly value: unknown
  readonly place: 'query' | 'body'
}

function judged({ shape }: Stub, { operation, value, place }: Judged): Answer | undefined {
  const schema = shape.schemas?.[operation]
  if (!schema) return undefined
  const ajv = new Ajv2020({ allErrors: shape.allErrors ?? true, strict: false })
  if (ajv.validate(schema, value)) return undefined
  return { status: 422, json: shape.refusal(ajv.errors ?? [], place) }
}

function create({ shape, rows }: Stub, collection: string, body: unknown): Row {
  const given: Row = Object.fromEntries(Object.entries(Object(body)).filter(([name]) => !shape.forget?.includes(name)))
  const parent = collection === 'items' ? 'product_id' : 'item_id'
  const id = randomUUID()
  const row = { ...given, id, [parent]: given[shape.parents?.[collection] ?? parent] }
  rows.set(collection, [...(rows.get(collection) ?? []), row])
  return row
}
