import type { FastifyRequest } from 'fastify'
import { arrivals } from '../changes/arrivals.ts'
import type { Arrival } from '../changes/change.ts'
import { requests } from '../changes/requests.ts'
import { invalidRequest, ServiceError } from '../../reference/service/http/service-error.ts'
import { defineVariants } from './variant.ts'

const mostJsonBytes = 102_400
const mostProxyBytes = 65_536
const longestAddress = 2000
const deepest = 32

/** Lawful differences in how large a request may be. */
export const sizeVariants = defineVariants({
  'json-bodies-have-100-kib-at-most': {
    title: 'returns 413 for a JSON body of more than 100 KiB',
    latitude: 'the contract does not define sizes',
    touches: ['ERR-15', 'ERR-22'],
    changes: [
      arrivals(({ request }) => {
        if (request.caller === null || jsonBytesOf(request) <= mostJsonBytes) return
        throw new ServiceError({ status: 413, code: 'payload_too_large', message: 'the body is too large' })
      }),
    ],
  },
  'a-proxy-cuts-off-large-bodies': {
    title: 'runs behind a proxy that returns 413 in HTML for a JSON body of more than 64 KiB and closes the connection',
    latitude: 'a proxy may stop requests that no client sends',
    touches: ['ERR-15', 'GEN-10'],
    without: ['json-bodies-have-100-kib-at-most'],
    changes: [arrivals(cutOff)],
  },
  'addresses-have-2000-characters-at-most': {
    title: 'returns 414 for long addresses',
    latitude: 'the contract does not define sizes',
    touches: ['ERR-11', 'ERR-22'],
    without: ['http-layer-minds-what-it-is-sent'],
    changes: [
      arrivals(({ request: { caller, url } }) => {
        if (caller === null || url.length <= longestAddress) return
        throw new ServiceError({ status: 414, code: 'uri_too_long', message: 'the address is too long' })
      }),
    ],
  },
  'json-nests-32-deep-at-most': {
    title: 'returns 400 for JSON with more than 32 levels',
    latitude: 'such a body cannot be parsed, and the contract does not define the status',
    touches: ['ERR-15', 'ERR-12'],
    changes: [
      requests((sent) => {
        if (isDeeper(sent.body, deepest)) throw invalidRequest('the body nests too deep')
        return sent
      }),
    ],
  },
})

function jsonBytesOf({ headers }: Pick<FastifyRequest, 'headers'>): number {
  return headers['content-type']?.includes('json') === true ? Number(headers['content-length'] ?? 0) : 0
}

async function cutOff({ request, reply }: Arrival): Promise<void> {
  if (jsonBytesOf(request) <= mostProxyBytes) return
  for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name)
  reply.header('connection', 'close')
  reply.raw.once('finish', () => request.raw.destroy())
  await reply.code(413).type('text/html').send('<h1>413</h1>')
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}
