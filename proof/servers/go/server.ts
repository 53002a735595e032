import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { gzipSync } from 'node:zlib'
import { listen, serverKeys, type IndependentServer } from '../independent-server.ts'
import { Catalog, newId, now, type Account, type Product, type Workspace } from './catalog.ts'
import { decodeObject, decodePage, decodeProduct } from './decode.ts'
import { Limiter } from './limiter.ts'
import { invalid, Problem } from './problem.ts'

interface Ask {
  readonly catalog: Catalog
  readonly account: Account
  readonly id: string
  readonly query: URLSearchParams
  readonly body: Buffer
}

interface Said {
  readonly status: number
  readonly json?: unknown
}

const handlers: Readonly<Record<string, (ask: Ask) => Said>> = {
  'GET workspaces': listWorkspaces,
  'GET workspaces/*': ({ catalog, account, id }) => ok(showWorkspace(catalog.workspace(id, account))),
  'GET products': listProducts,
  'POST products': createProduct,
  'GET products/*': ({ catalog, account, id }) => ok(showProduct(catalog.product(id, account))),
  'PATCH products/*': updateProduct,
  'DELETE products/*': deleteProduct,
  // Nothing but products is kept here: whatever else is asked for by id is not found.
  'GET items': ({ query }) => page([], query),
  'GET items/*': missing,
  'POST items': refuseForm,
  'POST items/bulk': refuseForm,
  'GET properties': listProperties,
  'GET properties/*': missing,
  'POST properties': refuseForm,
  'POST properties/bulk': refuseForm,
  'GET files': ({ query }) => page([], query),
  'GET files/*': missing,
  'PATCH files/*': missing,
  'POST files/*': () => {
    throw new Problem(404, 'target_not_found')
  },
  'GET organization/users': ({ account, query }) => page([account.user], query),
}

/** A service in the manner of Go: few endpoints, one workspace, no product at first, and a limit that is soon spent. */
export async function startGo(limit: {
  readonly requests: number
  readonly seconds: number
}): Promise<IndependentServer> {
  const catalog = new Catalog()
  const limiter = new Limiter(limit.requests, limit.seconds)
  const accounts = new Map<string, Account>([
    [serverKeys.own, openAccount(catalog, 'gopher')],
    [serverKeys.other, openAccount(catalog, 'badger')],
  ])
  return listen(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
    const token = /^Bearer ([^ ]+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const account = accounts.get(token)
    const { allowed, headers } = limiter.take(account?.organization ?? `anonymous ${request.socket.remotePort}`)
    const said = answer({ request, account, allowed }, { catalog, body: Buffer.concat(chunks) })
    const zipped = said.json !== undefined && /\bgzip\b/.test(request.headers['accept-encoding']?.toString() ?? '')
    const text = Buffer.from(said.json === undefined ? '' : `${JSON.stringify(said.json)}\n`)
    const requestId = request.headers['x-request-id']?.toString() || randomUUID()
    response.writeHead(said.status, {
      ...headers,
      'X-REQUEST-ID': requestId,
      ...(text.byteLength === 0 ? {} : { 'CONTENT-TYPE': 'application/json' }),
      ...(zipped ? { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' } : {}),
    })
    response.end(zipped ? gzipSync(text) : text)
  })
}

function openAccount(catalog: Catalog, userName: string): Account {
  const organization = newId()
  const workspace: Workspace = { id: newId(), organization, name: 'Main' }
  catalog.workspaces.set(workspace.id, workspace)
  return { organization, user: { id: newId(), userName } }
}

interface Arrival {
  readonly request: IncomingMessage
  readonly account: Account | undefined
  readonly allowed: boolean
}

function answer({ request, account, allowed }: Arrival, { catalog, body }: Pick<Ask, 'catalog' | 'body'>): Said {
  try {
    if (!allowed) throw new Problem(429, 'rate_limit_exceeded')
    if (!account) throw new Problem(401, 'unauthorized')
    const [path = '', search = ''] = (request.url ?? '').split(/\?(.*)/s)
    const [, version, audience, first = '', second, ...more] = path.split('/')
    if (version !== 'v1' || audience !== 'public' || more.length > 0) throw new Problem(404, 'not_found')
    const literal = handlers[`${request.method} ${path.slice('/v1/public/'.length)}`]
    const handler = literal ?? (second ? handlers[`${request.method} ${first}/*`] : undefined)
    if (!handler) throw new Problem(404, 'not_found')
    return handler({ catalog, account, body, id: second ?? '', query: new URLSearchParams(search) })
  } catch (error) {
    if (error instanceof Problem) return { status: error.status, json: error }
    return { status: 500, json: { error: 'internal', message: 'internal error' } }
  }
}

function ok(json: unknown): Said {
  return { status: 200, json }
}

function page(rows: readonly unknown[], query: URLSearchParams): Said {
  const { limit, offset } = decodePage(query)
  const items = rows.slice(offset, offset + limit)
  return ok({ count: items.length, items })
}

function listWorkspaces({ catalog, account, query }: Ask): Said {
  const rows = [...catalog.workspaces.values()].filter(({ organization }) => organization === account.organization)
  return page(catalog.ordered(rows).map(showWorkspace), query)
}

function listProducts({ catalog, account, query }: Ask): Said {
  const id = query.get('workspace')
  if (id === null) throw invalid('workspace')
  const sought = query.get('q')?.toLowerCase() ?? ''
  const products = catalog.in(catalog.workspace(id, account).id)
  return page(products.filter(({ name }) => name.toLowerCase().includes(sought)).map(showProduct), query)
}

function createProduct({ catalog, account, body }: Ask): Said {
  const fields = decodeProduct(body, ['workspace_id', 'name', 'readable_id'])
  const at = now()
  const product = catalog.put({
    id: newId(),
    organization: account.organization,
    workspace: catalog.workspace(fields.workspace ?? '', account).id,
    name: fields.name ?? '',
    readableId: fields.readableId ?? '',
    description: fields.description,
    partNumber: fields.partNumber ?? undefined,
    createdBy: account.user,
    updatedBy: account.user,
    createdAt: at,
    updatedAt: at,
  })
  return { status: 201, json: showProduct(product) }
}

function updateProduct({ catalog, account, body, id }: Ask): Said {
  const fields = decodeProduct(body, [])
  const before = catalog.product(id, account)
  const number = fields.partNumber
  if (typeof number === 'string' && before.partNumber !== undefined && before.partNumber !== number)
    throw new Problem(422, 'PART_NUMBER_ALREADY_ASSIGNED')
  const after: Product = {
    ...before,
    name: fields.name ?? before.name,
    readableId: fields.readableId ?? before.readableId,
    description: fields.description ?? before.description,
    partNumber: number === undefined ? before.partNumber : (number ?? undefined),
  }
  const changed = JSON.stringify(after) !== JSON.stringify(before)
  return ok(
    showProduct(changed ? catalog.put({ ...after, updatedAt: now(), updatedBy: account.user }, before) : before),
  )
}

function deleteProduct({ catalog, account, id }: Ask): Said {
  catalog.remove(catalog.product(id, account))
  return { status: 202 }
}

/** The contract does not show these bodies, and this service takes a form of its own that nobody guesses. */
function refuseForm({ body }: Ask): Said {
  decodeObject(body)
  throw invalid('body')
}

function missing(): Said {
  throw new Problem(404, 'not_found')
}

function listProperties({ query }: Ask): Said {
  const type = query.get('type')
  if (type !== null && !/^(?:numeric|formula|matrix|text|date|status)$/i.test(type)) throw invalid('type')
  if (!/^(?:baseline|\d+)?$/.test(query.get('version') ?? '')) throw invalid('version')
  if (!/^(?:true|false)?$/.test(query.get('includeDeleted') ?? '')) throw invalid('includeDeleted')
  decodePage(query)
  if (!query.has('item')) throw invalid('item')
  return missing()
}

function showWorkspace({ id, name }: Workspace): unknown {
  return { id, name, readable_id: name.toLowerCase() }
}

function showProduct(product: Product): unknown {
  const { id, description, partNumber } = product
  return {
    archived: false,
    createdAt: product.createdAt,
    createdBy: product.createdBy,
    ...(description === undefined ? {} : { description }),
    excludedStatusIds: [],
    id,
    name: product.name,
    owner: null,
    ...(partNumber === undefined ? {} : { part_number: partNumber }),
    readable_id: product.readableId,
    status: { id: 'open', name: 'Open', color: '#00AaFF', groupKey: 'todo' },
    updatedAt: product.updatedAt,
    updatedBy: product.updatedBy,
    workspace_id: product.workspace,
  }
}
