import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import { sampleOfSchema } from '../hostile/sample-of-schema.ts'
import { endpoints, type Endpoint } from '../../lib/service/interface/endpoint.ts'
import { matchEndpoint } from '../../lib/service/interface/match-endpoint.ts'

interface Answer {
  readonly status: number
  readonly type?: string
  readonly body: string | object
  readonly headers?: Readonly<Record<string, string>>
}

/** What stands at an address that is no deployment of the service: mocks, servers of files, and interfaces of others. */
export const foreignTargets = {
  'a single-page application': answering(() => ({
    status: 200,
    type: 'text/html',
    body: '<!doctype html><div id=app>',
  })),
  'a page that says that it is JSON': answering(() => ({ status: 200, body: '<!doctype html><title>Welcome</title>' })),
  'a server of files': answering(() => ({ status: 404, type: 'text/html', body: '<h1>Not found</h1>' })),
  'a health check': answering(() => ({ status: 200, body: { status: 'up', version: '2' } })),
  'an empty object for everything': answering(() => ({ status: 200, body: {} })),
  'an empty array for everything': answering(() => ({ status: 200, body: [] })),
  'an empty list for everything': answering(() => ({ status: 200, body: { items: [], count: 0 } })),
  'the same list for everything': answering(() => ({ status: 200, body: [{ id: '1' }] })),
  'an empty list with all documented headers': answering(() => ({
    status: 200,
    body: { items: [], count: 0 },
    headers: documentedHeaders(),
  })),
  'lists of its own for everything': answering(() => ({ status: 200, body: { data: [], total: 0 } })),
  'a documented 422 for everything': answering(() => ({
    status: 422,
    body: { error: 'validation_error', message: 'invalid', details: { errors: [] } },
    headers: documentedHeaders(),
  })),
  'a 400 of its own for everything': answering(() => ({ status: 400, body: { code: 17, reason: 'no' } })),
  'an echo of the request': answering(({ method, url, headers }) => ({ status: 200, body: { method, url, headers } })),
  'json-server': answering(restOverAnyPath({})),
  'json-server with workspaces': answering(
    restOverAnyPath({ workspaces: [{ id: randomUUID(), name: 'Alpha', readable_id: 'alpha' }] }),
  ),
  'the pet store': answering(({ url = '' }) => ({
    status: 404,
    body: { code: 404, type: 'unknown', message: `null for uri: http://petstore${url}` },
  })),
  'WireMock without stubs': answering(() => ({ status: 404, type: 'text/plain', body: noStub })),
  'WireMock with a stub for the list': answering(({ url = '' }) =>
    url.startsWith('/v1/public/workspaces?')
      ? { status: 200, body: { items: [{ id: randomUUID(), name: 'Alpha', readable_id: 'alpha' }], count: 1 } }
      : { status: 404, type: 'text/plain', body: noStub },
  ),
  'Prism with static examples': answering(examplesOfSchemas({ asksForKey: false, isStatic: true })),
  'Prism with static examples that asks for a key': answering(examplesOfSchemas({ asksForKey: true, isStatic: true })),
  'Prism with dynamic examples that asks for a key': answering(
    examplesOfSchemas({ asksForKey: true, isStatic: false }),
  ),
  GraphQL: answering(() => ({ status: 400, body: { errors: [{ message: 'GET query missing.' }] } })),
  'Spring without such a path': answering(({ url }) => ({
    status: 404,
    body: { timestamp: new Date().toISOString(), status: 404, error: 'Not Found', path: url },
  })),
  'NestJS without such a path': answering(({ method, url }) => ({
    status: 404,
    body: { message: `Cannot ${method} ${url}`, error: 'Not Found', statusCode: 404 },
  })),
  'a gateway without such a route': answering(() => ({ status: 404, body: { message: 'no Route matched' } })),
  CouchDB: answering(() => ({ status: 404, body: { error: 'not_found', reason: 'Database does not exist.' } })),
  'an interface that knows no such path, and asks for a key': answering((asked) =>
    isWithKey(asked)
      ? { status: 404, body: { error: 'not_found', message: 'no' }, headers: documentedHeaders() }
      : { status: 401, body: { error: 'unauthorized', message: 'no' }, headers: documentedHeaders() },
  ),
  'another product with workspaces, a key and the same headers': answering((asked) => {
    const [path = ''] = (asked.url ?? '').split('?')
    const headers = documentedHeaders()
    if (!isWithKey(asked)) return { status: 401, body: { code: 'AUTH', detail: 'who are you?' }, headers }
    if (path !== '/v1/public/workspaces')
      return { status: 404, body: { code: 'GONE', detail: 'no such thing' }, headers }
    return { status: 200, body: { data: [{ id: randomUUID(), title: 'Alpha', slug: 'alpha' }], total: 1 }, headers }
  }),
} satisfies Readonly<Record<string, RequestListener>>

const noStub = 'No response could be served as there are no stub mappings in this WireMock instance.'

function answering(answerTo: (asked: IncomingMessage) => Answer): RequestListener {
  return (asked, response) => {
    asked.resume()
    asked.on('end', () => {
      const { status, type = 'application/json', body, headers = {} } = answerTo(asked)
      response.writeHead(status, { 'content-type': type, ...headers })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  }
}

function documentedHeaders(): Readonly<Record<string, string>> {
  return {
    'x-request-id': randomUUID(),
    'x-ratelimit-limit': '1000',
    'x-ratelimit-remaining': '999',
    'x-ratelimit-reset': `${Math.ceil(Date.now() / 1000) + 60}`,
  }
}

function isWithKey({ headers }: IncomingMessage): boolean {
  return /^Bearer \S+$/.test(headers.authorization ?? '')
}

/** Every path is a collection; what is in none is not found. */
function restOverAnyPath(collections: Readonly<Record<string, readonly object[]>>): (asked: IncomingMessage) => Answer {
  return ({ url = '' }) => {
    const [path = ''] = url.split('?')
    const [name = '', id] = path.replace('/v1/public/', '').split('/')
    return id === undefined ? { status: 200, body: collections[name] ?? [] } : { status: 404, body: {} }
  }
}

interface Mocking {
  readonly asksForKey: boolean
  /** The same example for every request, or another one each time. */
  readonly isStatic: boolean
}

/** What an OpenAPI description lets a mock answer, without memory: whatever is asked for is there. */
function examplesOfSchemas({ asksForKey, isStatic }: Mocking): (asked: IncomingMessage) => Answer {
  const examples = new Map<string, unknown>()
  return (asked) => {
    const [path = ''] = (asked.url ?? '').split('?')
    const headers = documentedHeaders()
    const id = matchEndpoint(asked.method ?? '', path)
    if (id === undefined) return { status: 404, body: { title: 'Route not resolved', status: 404 } }
    if (asksForKey && !isWithKey(asked))
      return { status: 401, body: { error: 'unauthorized', message: 'no key' }, headers }
    const { schema }: Endpoint['success'] = endpoints[id].success
    if (schema === undefined) return { status: 200, type: 'application/octet-stream', body: 'bytes' }
    const example = (isStatic ? examples.get(schema) : undefined) ?? sampleOfSchema(schema)
    examples.set(schema, example)
    return { status: 200, body: JSON.stringify(example), headers }
  }
}
