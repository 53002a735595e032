import type { FastifyRequest } from 'fastify'
import type { Arrival } from '../changes/change.ts'

const plainPath = /^[\w\-.~:/?#@!$&'()*+,;=%]{1,2000}$/u

/** Answers as a proxy would that lets no unusual request through to the service: in HTML, and without the service's headers. */
export async function refuseAsProxy({ request, reply }: Arrival): Promise<void> {
  const status = refusalOf(request)
  if (status === undefined) return
  // The last is the service's own answer.
  if (status !== 406) for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name)
  await reply.code(status).type('text/html').send(`<h1>${status}</h1>`)
}

function refusalOf({ url, headers }: FastifyRequest): number | undefined {
  if (!plainPath.test(url) || /%00/u.test(url)) return 400
  if (Object.values(headers).some((value) => typeof value === 'string' && value.length > 4000)) return 431
  const { accept = '*/*' } = headers
  return /json|\*\/\*|application\/\*/u.test(accept) ? undefined : 406
}
