import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import { endpoints, type Endpoint } from '../../lib/service/interface/endpoint.ts'
import { matchEndpoint } from '../../lib/service/interface/match-endpoint.ts'
import { sampleOfSchema } from './sample-of-schema.ts'

interface Answer {
  readonly status: number
  readonly type?: string
  readonly body: string
}

/** Answers that have nothing to do with what was asked, but come. */
export const nonsense = {
  'always {}': always({ status: 200, body: '{}' }),
  'always []': always({ status: 200, body: '[]' }),
  'always null': always({ status: 200, body: 'null' }),
  'always an empty list': always({ status: 200, body: '{"items":[],"count":0}' }),
  'lists of oddities': always({
    status: 200,
    body: '{"items":[null,1,"x",[],{},{"id":1},{"id":null,"name":{}},{"id":""}],"count":"8","__proto__":{"id":1},"constructor":null}',
  }),
  'records of oddities': always({
    status: 201,
    body: '{"id":"00000000-0000-4000-8000-000000000000","items":{},"used_in":[null],"references":{},"details":[],"error":7,"message":[],"status":[],"owner":3,"createdAt":0,"name":null,"value":{}}',
  }),
  'always 500': always({ status: 500, body: '{"error":"internal","message":"no"}' }),
  'always 404': always({ status: 404, body: '{"error":"not_found","message":"no"}' }),
  'always 204': always({ status: 204, body: '' }),
  'always HTML': always({ status: 200, type: 'text/html', body: '<!doctype html><title>Welcome</title><p>Log in' }),
  'HTML that says it is JSON': always({ status: 200, body: '<!doctype html><title>Welcome</title><p>Log in' }),
  'random valid bodies without memory': answering((asked) => {
    const [path = ''] = (asked.url ?? '').split('?')
    const id = matchEndpoint(asked.method ?? '', path)
    if (id === undefined) return { status: 404, body: '{"error":"not_found","message":"no"}' }
    const { status, schema }: Endpoint['success'] = endpoints[id].success
    return {
      status: status === 'any2xx' ? 200 : (status[0] ?? 200),
      body: schema === undefined ? 'bytes' : JSON.stringify(sampleOfSchema(schema)),
    }
  }),
} satisfies Readonly<Record<string, RequestListener>>

function always(answer: Answer): RequestListener {
  return answering(() => answer)
}

function answering(answerTo: (asked: IncomingMessage) => Answer): RequestListener {
  return (asked, response) => {
    asked.resume()
    asked.on('end', () => {
      const { status, type = 'application/json', body } = answerTo(asked)
      response.writeHead(status, {
        'content-type': type,
        'x-request-id': asked.headers['x-request-id'] ?? randomUUID(),
        'x-ratelimit-limit': '10000',
        'x-ratelimit-remaining': '9999',
        'x-ratelimit-reset': `${Math.ceil(Date.now() / 1000) + 60}`,
      })
      response.end(body)
    })
  }
}
