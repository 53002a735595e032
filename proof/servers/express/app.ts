import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ControlFunctions } from '../../../api/controls.d.ts'
import { listen, serverKeys, type IndependentServer } from '../independent-server.ts'
import type { ExpressBug } from './bugs.ts'
import { emptyTables, newRow, type Person, type ProductRow, type Tables, type Tenant } from './database.ts'
import { downloadFile, listFiles, readFile, updateFile, uploadFile } from './files.ts'
import { HttpError } from './http-error.ts'
import { createItem, createItems, deleteItem, listItems, readItem, updateItem } from './items.ts'
import * as products from './products.ts'
import * as properties from './properties.ts'
import { paged, type Incoming, type Outgoing, type Route } from './request.ts'

const perWindow = 50_000
const windowMilliseconds = 900_000

const routes: Readonly<Record<string, Route>> = {
  'GET workspaces': products.listWorkspaces,
  'GET workspaces/:id': products.readWorkspace,
  'GET products': products.listProducts,
  'POST products': products.createProduct,
  'GET products/:id': products.readProduct,
  'PATCH products/:id': products.updateProduct,
  'DELETE products/:id': products.deleteProduct,
  'GET properties': properties.listProperties,
  'POST properties': properties.createProperty,
  'POST properties/bulk': properties.createProperties,
  'GET properties/:id': properties.readProperty,
  'PATCH properties/:id': properties.updateProperty,
  'DELETE properties/:id': properties.deleteProperty,
  'GET items': listItems,
  'POST items': createItem,
  'POST items/bulk': createItems,
  'GET items/:id': readItem,
  'PATCH items/:id': updateItem,
  'DELETE items/:id': deleteItem,
  'GET files': listFiles,
  'POST files/:id': uploadFile,
  'GET files/:id': readFile,
  'PATCH files/:id': updateFile,
  'GET files/:id/download': downloadFile,
  'GET organization/users': listPeople,
}

type KeyControls = Pick<ControlFunctions, 'createApiKey' | 'revokeApiKey'>

interface App {
  readonly db: Tables
  readonly bugs: ReadonlySet<ExpressBug>
  readonly keys: ReadonlyMap<string, Tenant>
  readonly windows: Map<string, { used: number; ends: number }>
}

/** A service in the manner of Express and zod. */
export async function startExpress(bugs: readonly ExpressBug[] = []): Promise<IndependentServer> {
  const db = emptyTables()
  const tenants = { own: seedTenant(db, ['Alpha', 'Beta', 'Gamma']), other: seedTenant(db, ['Omega']) }
  const keys = new Map([
    [serverKeys.own, tenants.own],
    [serverKeys.other, tenants.other],
  ])
  const app: App = { db, bugs: new Set(bugs), keys, windows: new Map() }
  const server = await listen(
    (request, response) => {
      void respond(app, request, response)
    },
    { at: '/api-json', fixture: 'nestjs-3.0.json' },
  )
  return { ...server, controls: keyControls(keys, tenants) }
}

/** The page of its web application on which keys are made and revoked. */
function keyControls(keys: Map<string, Tenant>, tenants: Readonly<Record<'own' | 'other', Tenant>>): KeyControls {
  const made = new Map<string, string>()
  return {
    createApiKey: async ({ organization }) => {
      const [id, key] = [randomUUID(), `svc_api_${randomUUID().replaceAll('-', '')}`]
      made.set(id, key)
      keys.set(key, tenants[organization])
      return { id, key }
    },
    revokeApiKey: async (id) => void keys.delete(made.get(id) ?? ''),
  }
}

function seedTenant(db: Tables, names: readonly string[]): Tenant {
  const person: Person = { id: randomUUID(), userName: 'Linus', imageUrl: 'https://images.test/linus.png' }
  const tenant: Tenant = { id: randomUUID(), people: [person], removed: new Map() }
  for (const name of names) {
    const workspace = { ...newRow(tenant, person, name), kind: 'workspace' } as const
    db.workspaces.set(workspace.id, workspace)
    const product: ProductRow = {
      ...newRow(tenant, person, `${name} pump`),
      kind: 'product',
      workspaceId: workspace.id,
    }
    db.products.set(product.id, product)
    const item = { ...newRow(tenant, person, 'Impeller'), kind: 'item', productId: product.id } as const
    db.items.set(item.id, item)
    seedProperties(db, { tenant, person, itemId: item.id })
  }
  return tenant
}

interface Place {
  readonly tenant: Tenant
  readonly person: Person
  readonly itemId: string
}

function seedProperties(db: Tables, { tenant, person, itemId }: Place): void {
  const unit = { category: 'Pressure', displayUnit: 'bar' }
  const contents = [
    { type: 'numeric', value: 2.5, ...unit },
    { type: 'matrix', value: '[[1, 2.5], [3, 4]]', ...unit },
    { type: 'text', value: '' },
    { type: 'date', value: '2024-02-29' },
    { type: 'status', value: 'Done' },
  ]
  const rows = contents.map((content) => ({
    ...newRow(tenant, person, content.type),
    ...content,
    kind: 'property' as const,
    itemId,
    deleted: false,
    references: [],
  }))
  const formula = {
    ...newRow(tenant, person, 'double'),
    type: 'formula',
    value: null,
    formula: `2 * @{${rows[0]?.id}}`,
  }
  const gone = { ...newRow(tenant, person, 'gone'), type: 'text', value: 'gone', deleted: true }
  const more = [formula, gone].map((row) => ({
    itemId,
    deleted: false,
    references: [],
    ...row,
    kind: 'property' as const,
  }))
  for (const row of [...rows, ...more]) db.properties.set(row.id, row)
}

async function respond(app: App, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { bugs } = app
  const tenant = authenticate(app, request)
  const window = countIn(app, tenant?.id ?? request.socket.remoteAddress ?? '')
  const out = await run(app, request, { tenant, window }).catch((error: unknown) => failed(error, bugs))
  const given = request.headers['x-request-id']
  response.statusCode = out.status
  response.setHeader('X-Powered-By', 'Express')
  response.setHeader('Connection', 'close')
  response.setHeader('X-Request-Id', typeof given === 'string' && given !== '' ? given : randomUUID())
  if (!(bugs.has('no-rate-headers-on-404') && out.status === 404)) {
    response.setHeader('X-RateLimit-Limit', perWindow)
    response.setHeader('X-RateLimit-Remaining', Math.max(0, perWindow - window.used))
    response.setHeader('X-RateLimit-Reset', Math.ceil(window.ends / 1000))
  }
  for (const [name, value] of Object.entries(out.headers ?? {})) response.setHeader(name, value)
  const isHtml = out.headers?.['Content-Type']?.startsWith('text/html') ?? false
  if (out.json !== undefined && !isHtml) response.setHeader('Content-Type', 'application/json; charset=utf-8')
  const bytes = out.bytes ?? Buffer.from(JSON.stringify(out.json))
  // Without a length the body is sent in chunks.
  for (let at = 0; at < bytes.byteLength; at += 50_000) response.write(bytes.subarray(at, at + 50_000))
  response.end()
}

function authenticate({ keys, bugs }: App, { headers }: IncomingMessage): Tenant | undefined {
  const [scheme, key, ...more] = (headers.authorization ?? '').split(' ')
  const other = headers['x-api-key']
  if (bugs.has('key-header-taken') && typeof other === 'string') return keys.get(other)
  return scheme === 'Bearer' && key !== undefined && more.length === 0 ? keys.get(key) : undefined
}

function countIn({ windows }: App, who: string): { readonly used: number; readonly ends: number } {
  const now = Date.now()
  const old = windows.get(who)
  const window = old && old.ends > now ? old : { used: 0, ends: now + windowMilliseconds }
  window.used += 1
  windows.set(who, window)
  return window
}

interface Admission {
  readonly tenant: Tenant | undefined
  readonly window: { readonly used: number }
}

async function run({ db, bugs }: App, request: IncomingMessage, { tenant, window }: Admission): Promise<Outgoing> {
  const chunks: Buffer[] = []
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  const [path = '', search = ''] = (request.url ?? '').split(/\?(.*)/s)
  const person = tenant?.people[0]
  if (!tenant || !person) throw new HttpError(401, 'unauthorized', 'A valid API key is required')
  if (window.used > perWindow) throw new HttpError(429, 'rate_limit_exceeded', 'Slow down')
  const [first = '', second, ...rest] = path.replace(/^\/v1\/public\//, '').split('/')
  const literal = routes[`${request.method} ${[first, second].filter((part) => part !== undefined).join('/')}`]
  const route =
    literal && rest.length === 0 ? literal : routes[`${request.method} ${[first, ':id', ...rest].join('/')}`]
  if (!path.startsWith('/v1/public/') || !route || second === '')
    throw new HttpError(404, 'not_found', `Cannot ${request.method} this path`)
  const incoming: Incoming = {
    db,
    bugs,
    tenant,
    person,
    id: (second ?? '').toLowerCase(),
    query: new URLSearchParams(search),
    contentType: request.headers['content-type'] ?? '',
    raw: Buffer.concat(chunks),
  }
  return route(incoming)
}

function failed(error: unknown, bugs: ReadonlySet<ExpressBug>): Outgoing {
  if (!(error instanceof HttpError)) return { status: 500, json: { error: 'internal', message: 'Something broke' } }
  const { status, code, message, issues, stack } = error
  if (code === 'invalid_json' && bugs.has('html-for-bad-json'))
    return { status, bytes: Buffer.from(`<pre>SyntaxError</pre>`), headers: { 'Content-Type': 'text/html' } }
  const details = issues ? { errors: issues } : null
  const shown = bugs.has('stack-in-message') ? (stack ?? message) : message
  return { status, json: { error: code, message: shown, details, status, requestId: randomUUID() } }
}

function listPeople(incoming: Incoming): Outgoing {
  const rows = incoming.tenant.people.map((person) => ({ ...newRow(incoming.tenant, person, person.userName), person }))
  return paged(incoming, rows, ({ person }: { readonly person: Person }) => ({ _id: person.id, ...person, __v: 1 }))
}
