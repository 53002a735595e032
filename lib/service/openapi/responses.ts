import type { Endpoint, EndpointId } from '../interface/endpoint.ts'
import { componentSchema, refTo } from './component-schemas.ts'
import { responseHeaders } from './headers.ts'
import { refusalOf } from './refusals.ts'

/** Statuses that any request may get, whatever it asks for. */
const everywhere = [401, 403, 429]

/** The responses of an endpoint by their status; `2XX` if the contract does not show which one. */
export function responsesOf(id: EndpointId, { success, errors }: Endpoint): Readonly<Record<string, object>> {
  const statuses = success.status === 'any2xx' ? ['2XX'] : success.status.map(String)
  const refused = [...new Set([...errors, ...everywhere])].sort((one, other) => one - other)
  return Object.fromEntries([
    ...statuses.map((status) => [status, accepted(success)]),
    ...refused.map((status) => [String(status), refusalOf(id, status)]),
  ])
}

function accepted({ status, schema, binary }: Endpoint['success']): object {
  if (binary) return download
  const silent = [...(status === 'any2xx' ? ['the status'] : []), ...(schema === undefined ? ['the body'] : [])]
  return {
    description: schema === undefined ? 'Done.' : `${String(componentSchema(schema)['title'])}.`,
    headers: responseHeaders,
    ...(schema === undefined ? {} : { content: { 'application/json': { schema: refTo(schema) } } }),
    ...(silent.length === 0 ? {} : { 'x-open': `the contract does not show ${silent.join(' and ')}` }),
  }
}

const download = {
  description: 'The bytes of the file.',
  headers: {
    ...responseHeaders,
    'Content-Disposition': {
      description: 'An attachment, with the name of the file.',
      required: true,
      schema: { type: 'string' },
    },
  },
  content: { '*/*': {} },
} as const
