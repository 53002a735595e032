import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { listen, type IndependentServer } from '../independent-server.ts'
import type { Bugs, PydanticBug } from './bugs.ts'
import { isFields } from './form.ts'
import { pageOf, type Answer, type Call } from './call.ts'
import { downloadFile, listFiles, readFile, updateFile, uploadFile } from './files.ts'
import { createItem, createItems, deleteItem, listItems, readItem, updateItem } from './items.ts'
import {
  createProduct,
  deleteProduct,
  listProducts,
  listWorkspaces,
  readProduct,
  readWorkspace,
  updateProduct,
} from './products.ts'
import {
  createProperties,
  createProperty,
  deleteProperty,
  listProperties,
  readProperty,
  updateProperty,
} from './properties.ts'
import { Query } from './query.ts'
import { Refusal } from './refusal.ts'
import { seededStore } from './seed.ts'
import type { Organization, Store } from './store.ts'

type Handler = (call: Call) => Answer | Promise<Answer>
type Methods = Readonly<Record<string, Handler>>

const requestsInWindow = 20_000
const windowSeconds = 60

const routes: ReadonlyArray<readonly [RegExp, Methods]> = [
  [/^workspaces$/, { GET: listWorkspaces }],
  [/^workspaces\/[^/]+$/, { GET: readWorkspace }],
  [/^products$/, { GET: listProducts, POST: createProduct }],
  [/^products\/[^/]+$/, { GET: readProduct, PATCH: updateProduct, DELETE: deleteProduct }],
  [/^properties$/, { GET: listProperties, POST: createProperty }],
  [/^properties\/bulk$/, { POST: createProperties }],
  [/^properties\/[^/]+$/, { GET: readProperty, PATCH: updateProperty, DELETE: deleteProperty }],
  [/^items$/, { GET: listItems, POST: createItem }],
  [/^items\/bulk$/, { POST: createItems }],
  [/^items\/[^/]+$/, { GET: readItem, PATCH: updateItem, DELETE: deleteItem }],
  [/^files$/, { GET: listFiles }],
  [/^files\/[^/]+$/, { GET: readFile, PATCH: updateFile, POST: uploadFile }],
  [/^files\/[^/]+\/download$/, { GET: downloadFile }],
  [/^organization\/users$/, { GET: listUsers }],
]

/** A service in the manner of FastAPI and pydantic. */
export async function startPydantic(bugs: readonly PydanticBug[] = []): Promise<IndependentServer> {
  const store = seededStore()
  const switched: Bugs = new Set(bugs)
  const anonymous = { used: 0, windowEnds: 0 }
  const published = { at: '/openapi.json', fixture: 'fastapi-3.1.json' }
  return listen((request, response) => {
    void serve({ request, response, store, bugs: switched, anonymous })
  }, published)
}

interface Conversation {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly store: Store
  readonly bugs: Bugs
  readonly anonymous: Pick<Organization, 'used' | 'windowEnds'>
}

async function serve(conversation: Conversation): Promise<void> {
  const { request, response, store, bugs, anonymous } = conversation
  const caller = store.keys.get(/^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '')
  const headers = rateHeaders(caller?.organization ?? anonymous, bugs)
  const answer = await answerTo(conversation, caller).catch((error: unknown) => refused(error, bugs))
  const given = request.headers['x-request-id']
  const echoed =
    typeof given === 'string' && given !== '' && !(bugs.has('fresh-request-id-on-error') && answer.status >= 400)
  headers['x-request-id'] = echoed ? given : randomUUID()
  const text = answer.body === undefined ? undefined : Buffer.from(JSON.stringify(answer.body))
  if (text) headers['content-type'] = 'application/json'
  const bytes = answer.bytes ?? text
  if (bytes) headers['content-length'] = String(bytes.byteLength)
  response.writeHead(answer.status, { ...headers, ...answer.headers }).end(bytes)
}

function rateHeaders(bucket: Pick<Organization, 'used' | 'windowEnds'>, bugs: Bugs): Record<string, string> {
  const now = Math.floor(Date.now() / 1000)
  if (now >= bucket.windowEnds) Object.assign(bucket, { used: 0, windowEnds: now + windowSeconds })
  bucket.used += 1
  const left = bugs.has('remaining-stuck') ? requestsInWindow - 1 : Math.max(0, requestsInWindow - bucket.used)
  return {
    'x-ratelimit-limit': String(requestsInWindow),
    'x-ratelimit-remaining': String(left),
    'x-ratelimit-reset': String(bucket.windowEnds * (bugs.has('reset-in-milliseconds') ? 1000 : 1)),
  }
}

async function answerTo(
  { request, store, bugs }: Conversation,
  caller: ReturnType<Store['keys']['get']>,
): Promise<Answer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  const [path = '', ...rest] = (request.url ?? '').split('?')
  const parts = /^\/v1\/public\/(.+)$/.exec(path)?.[1]
  if (parts === undefined) throw new Refusal(404, 'not_found')
  if (!caller) throw new Refusal(401, 'unauthorized', { message: 'Missing or invalid API key' })
  if (caller.organization.used > requestsInWindow) throw new Refusal(429, 'rate_limit_exceeded')
  const [, methods] = routes.find(([pattern]) => pattern.test(parts)) ?? []
  if (!methods) throw new Refusal(404, 'not_found', { message: 'Not Found' })
  const handler = methods[request.method ?? '']
  if (!handler) throw new Refusal(405, 'method_not_allowed', { message: 'Method Not Allowed' })
  return handler({
    ...caller,
    store,
    bugs,
    path: parts.split('/').map(decoded),
    query: new Query(new URLSearchParams(rest.join('?')), bugs),
    contentType: request.headers['content-type'] ?? '',
    raw: Buffer.concat(chunks),
  })
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function refused(error: unknown, bugs: Bugs): Answer {
  if (!(error instanceof Refusal)) return { status: 500, body: { error: 'internal_error', message: 'Internal error' } }
  const { status, code, message, details } = error
  const headers = status === 401 ? { 'www-authenticate': 'Bearer' } : {}
  if (status === 401 && bugs.has('framework-401')) return { status, headers, body: { detail: 'Not authenticated' } }
  if (status === 422 && bugs.has('framework-422'))
    return { status, body: { detail: isFields(details) ? details['errors'] : message } }
  return { status, headers, body: { error: code, message, ...(details === undefined ? {} : { details }) } }
}

function listUsers(call: Call): Answer {
  const page = call.query.page()
  call.query.finish()
  const users = call.organization.users.map((user) => ({ ...user, email: `${user.userName.toLowerCase()}@acme.test` }))
  return pageOf(call, users, page)
}
