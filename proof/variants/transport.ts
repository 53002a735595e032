import { createHash } from 'node:crypto'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { answers, withHeaders } from '../changes/answers.ts'
import { arrivals } from '../changes/arrivals.ts'
import type { AnswerChange, Sending } from '../changes/change.ts'
import { transports } from '../changes/transports.ts'
import { around } from './around.ts'
import { forbidAsFirewall } from './forbid-as-firewall.ts'
import { refuseAsProxy } from './refuse-as-proxy.ts'
import { defineVariants } from './variant.ts'

/** Lawful differences in what HTTP puts around an answer, and in how it sends it. */
export const transportVariants = defineVariants({
  'header-names-in-odd-letter-case': {
    title: 'writes header names in an unusual letter case',
    latitude: 'header names are case-insensitive',
    touches: ['HDR-01', 'HDR-04', 'HDR-05', 'HDR-06'],
    changes: [around((reply) => writeUnusualNames(reply))],
  },
  'answers-come-in-chunks': {
    title: 'sends bodies in several chunks without a length',
    latitude: 'HTTP allows a body without a length',
    touches: ['GEN-10', 'DL-14'],
    changes: [transports(inChunks)],
  },
  'answers-are-compressed': {
    title: 'compresses answers for clients that accept it',
    latitude: 'HTTP lets a client accept content encodings',
    touches: ['GEN-01', 'DL-14'],
    changes: [
      transports((sending) =>
        sending.request.headers['accept-encoding']?.includes('gzip') === true ? compressed(sending) : sending.payload,
      ),
    ],
  },
  'answers-are-compressed-unasked': {
    title: 'compresses every answer, asked or not',
    latitude: 'the answer declares its encoding',
    touches: ['GEN-01', 'DL-14'],
    changes: [transports(compressed)],
  },
  'answers-carry-validators': {
    title: 'sends ETag and Cache-Control, and a 304 only if asked',
    latitude: 'extra headers are lawful',
    touches: ['GEN-06', 'GEN-04'],
    changes: [transports(withValidators)],
  },
  'connections-close-after-each-answer': {
    title: 'closes the connection after each answer',
    latitude: 'HTTP lets either side close the connection',
    touches: ['GEN-10'],
    changes: [header('connection', 'close')],
  },
  'connections-are-kept-for-a-moment': {
    title: 'closes a connection that has been idle for a second and a half',
    latitude: 'HTTP lets either side close the connection',
    touches: ['GEN-10'],
    changes: [around((_, { request }) => closeWhenIdle(request.socket))],
  },
  'cookies-are-set': {
    title: 'sets two cookies with each answer',
    latitude: 'extra headers are lawful',
    touches: ['HDR-07', 'AUTH-06'],
    changes: [around((reply) => reply.header('set-cookie', ['balance=one; Path=/; HttpOnly', 'seen=yes; Max-Age=60']))],
  },
  'early-hints-come-first': {
    title: 'sends early hints before each answer',
    latitude: 'HTTP allows interim responses',
    touches: ['GEN-10', 'HDR-01'],
    changes: [around((reply) => reply.raw.writeEarlyHints({ link: '</styles.css>; rel=preload; as=style' }))],
  },
  'answers-have-no-date': {
    title: 'sends no Date header',
    latitude: 'HTTP allows this for servers without a clock',
    touches: ['HDR-06', 'PROD-34', 'PROP-38', 'UP-25'],
    without: ['clock-runs-five-minutes-fast', 'clock-runs-five-minutes-slow'],
    changes: [around((reply) => Object.assign(reply.raw, { sendDate: false }))],
  },
  'challenge-on-401': {
    title: 'sends WWW-Authenticate with a 401',
    latitude: 'HTTP requires it',
    touches: ['AUTH-02', 'AUTH-03'],
    changes: [header('www-authenticate', 'Bearer realm="public", error="invalid_token"', 401)],
  },
  'retry-after-on-429': {
    title: 'sends Retry-After with a 429',
    latitude: 'extra headers are lawful',
    touches: ['RATE-10', 'RATE-03'],
    changes: [header('retry-after', '1', 429)],
  },
  'answers-take-20-ms': {
    title: 'takes 20 ms for each answer',
    latitude: 'the contract says nothing of speed',
    touches: ['GEN-10'],
    changes: [arrivals(async () => sleep(20))],
  },
  'http-layer-minds-what-it-is-sent': {
    title:
      'runs behind a proxy that returns 400 in HTML for unusual paths and long headers, and 406 for clients that do not accept JSON',
    latitude: 'requests that HTTP forbids need not reach the service',
    touches: ['HDR-07', 'ERR-17', 'ERR-01'],
    changes: [arrivals(refuseAsProxy)],
  },
  'firewall-forbids-unusual-requests': {
    title:
      'runs behind a firewall that returns HTML: 403 for unknown paths, 404 for percent-encoding that no identifier needs',
    latitude: 'a proxy may stop requests that no client sends',
    touches: ['ERR-17', 'ERR-11', 'ERR-18'],
    without: ['http-layer-minds-what-it-is-sent', 'options-are-answered'],
    changes: [arrivals(forbidAsFirewall)],
  },
  'options-are-answered': {
    title: 'answers OPTIONS with 204',
    latitude: 'the contract does not mention OPTIONS',
    touches: ['GEN-08', 'ERR-18'],
    changes: [
      arrivals(async ({ request, reply }) => {
        if (request.method === 'OPTIONS') await reply.code(204).send()
      }),
    ],
  },
})

/** Adds a header to every answer, or to those with one status. */
function header(name: string, value: string, status?: number): AnswerChange {
  return answers((answer) =>
    status === undefined || status === answer.status ? withHeaders(answer, { [name]: value }) : answer,
  )
}

/** Fastify writes its headers in lower case; what is set on the raw answer keeps its own. */
function writeUnusualNames(reply: FastifyReply): void {
  for (const name of ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
    const value = reply.getHeader(name)
    if (value === undefined) continue
    // Removing goes first: on the raw answer it removes the same name in any letter case.
    reply.removeHeader(name)
    reply.raw.setHeader(alternating(name), value)
  }
}

function alternating(name: string): string {
  return name.replaceAll(/./gu, (letter, at: number) => (at % 2 === 0 ? letter.toUpperCase() : letter))
}

function withValidators({ reply, payload }: Sending): unknown {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
  reply.header('etag', `"${createHash('sha256').update(payload).digest('hex').slice(0, 16)}"`)
  reply.header('cache-control', 'private, no-cache')
  return payload
}

function compressed({ reply, payload }: Sending): unknown {
  if ((typeof payload !== 'string' && !Buffer.isBuffer(payload)) || payload.length === 0) return payload
  reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding').removeHeader('content-length')
  return gzipSync(payload)
}

function inChunks({ reply, payload }: Sending): unknown {
  if ((typeof payload !== 'string' && !Buffer.isBuffer(payload)) || payload.length === 0) return payload
  reply.removeHeader('content-length')
  const bytes = Buffer.from(payload)
  const half = Math.ceil(bytes.length / 2)
  return Readable.from([bytes.subarray(0, half), bytes.subarray(half)].filter(({ length }) => length > 0))
}

const idleMs = 1500

function closeWhenIdle(socket: Socket): void {
  // What is sent from within the deployment has no connection.
  if (!(socket instanceof Socket)) return
  const read = socket.bytesRead
  const close = (): void => {
    if (socket.bytesRead === read) socket.end()
  }
  setTimeout(close, idleMs).unref()
}
