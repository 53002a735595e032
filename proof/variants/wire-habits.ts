import { Readable } from 'node:stream'
import { brotliCompressSync } from 'node:zlib'
import { randomBytes } from 'node:crypto'
import { answers, answersOf, isRecord, withHeaders } from '../changes/answers.ts'
import type { Sending } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { transports } from '../changes/transports.ts'
import { requestIdOf } from '../../reference/service/http/application.ts'
import { around } from './around.ts'
import { defineVariants } from './variant.ts'

const answersOfAConnection = 15
const chunkBytes = 7
const mostChunkedBytes = 4000

/** Lawful differences in what HTTP/1.1 servers do that most others do not. */
export const wireHabitVariants = defineVariants({
  'processing-comes-first': {
    title: 'sends a 102 before each answer',
    latitude: 'HTTP allows interim responses',
    touches: ['GEN-10', 'HDR-01'],
    changes: [around(({ raw }) => raw.writeProcessing())],
  },
  'reason-phrases-are-its-own': {
    title: 'sends no reason phrase with a 200, and its own reason phrases with other statuses',
    latitude: 'a reason phrase has no meaning',
    touches: ['GEN-10', 'ERR-01'],
    changes: [
      around(({ raw, statusCode }) => Object.assign(raw, { statusMessage: statusCode === 200 ? ' ' : 'As It Is' })),
    ],
  },
  'answers-end-with-the-connection': {
    title: 'sends bodies without Content-Length and chunks, and ends them by closing the connection',
    latitude: 'HTTP lets the end of the connection end a body',
    touches: ['GEN-10', 'DL-14'],
    without: ['connections-close-after-each-answer'],
    changes: [transports(untilTheEnd)],
  },
  'connections-close-unannounced': {
    title: 'closes the connection after every fifteenth answer without announcing it',
    latitude: 'HTTP lets either side close the connection at any time',
    touches: ['GEN-10', 'ERR-15'],
    changes: [
      around(({ raw }, _, deployment) => {
        const count = (recall<number>(deployment, 'unannounced')?.value ?? 0) + 1
        remember(deployment, 'unannounced', count)
        if (count % answersOfAConnection === 0) raw.once('finish', () => raw.socket?.end())
      }),
    ],
  },
  'headers-are-long': {
    title: 'sends ten kilobytes of headers with each answer',
    latitude: 'extra headers are lawful',
    touches: ['GEN-10', 'HDR-07'],
    changes: [
      answers((answer) =>
        withHeaders(answer, { 'content-security-policy': `default-src ${'https://a.example.test '.repeat(420)}` }),
      ),
    ],
  },
  'bodies-come-in-many-small-chunks': {
    title: 'sends bodies in pieces of seven bytes, even in the middle of a character',
    latitude: 'HTTP allows a body without a length',
    touches: ['GEN-01', 'GEN-10', 'DL-01'],
    without: ['answers-come-in-chunks', 'answers-end-with-the-connection'],
    changes: [transports(inSmallChunks)],
  },
  'answers-are-compressed-with-brotli': {
    title: 'compresses answers with Brotli for clients that accept it',
    latitude: 'HTTP lets a client accept content encodings',
    touches: ['GEN-01', 'DL-14'],
    changes: [transports(withBrotli)],
  },
  'lists-tell-a-total-in-a-header': {
    title: 'sends the total number of entries and the link to the next page as headers',
    latitude: 'extra headers are lawful',
    touches: ['PAGE-03'],
    changes: [
      answers((answer) =>
        isRecord(answer.json) && Array.isArray(answer.json['items'])
          ? withHeaders(answer, {
              'x-total-count': '4711',
              'content-range': 'items 0-49/4711',
              link: `<${answer.request.url}>; rel="next"`,
            })
          : answer,
      ),
    ],
  },
  'json-type-has-more-parameters': {
    title: 'sends JSON with a quoted charset and a media-type parameter of its own',
    latitude: 'media types may have parameters, in quotes or not',
    touches: ['GEN-01', 'ERR-21'],
    without: ['json-type-is-a-vendors', 'errors-are-problem-json'],
    changes: [
      answers((answer) =>
        answer.json === undefined
          ? answer
          : withHeaders(answer, { 'content-type': 'application/json; charset="UTF-8"; odata.metadata=minimal' }),
      ),
    ],
  },
  'empty-answers-have-a-type': {
    title: 'sends the JSON media type with a 204 too',
    latitude: 'without a body the media type has no meaning',
    touches: ['GEN-01', 'PROD-52'],
    changes: [
      answers((answer) =>
        answer.status === 204 ? withHeaders(answer, { 'content-type': 'application/json; charset=utf-8' }) : answer,
      ),
    ],
  },
  'request-ids-of-its-own-are-traces': {
    title: 'generates request ids in the form of a load balancer: with equal signs, semicolons and commas',
    latitude: 'the contract does not define the form of an id that the server makes',
    touches: ['HDR-03'],
    changes: [
      replace(requestIdOf, (sound) => (deployment, request) => {
        const isGiven = request.headers['x-request-id'] !== undefined
        const trace = `Root=1-${randomBytes(4).toString('hex')}-${randomBytes(12).toString('hex')};Sampled=0, edge/1`
        return isGiven ? sound(deployment, request) : trace
      }),
    ],
  },
  'retry-after-is-a-date': {
    title: 'sends Retry-After as a date with a 429',
    latitude: 'HTTP allows seconds and dates there',
    touches: ['RATE-10', 'RATE-03'],
    without: ['bad-keys-lock-a-client-out', 'bad-keys-lock-everybody-out'],
    changes: [
      answers((answer) =>
        answer.status === 429
          ? withHeaders(answer, { 'retry-after': new Date(Date.now() + 2000).toUTCString() })
          : answer,
      ),
    ],
  },
  'deletions-answer-null': {
    title: 'answers a deletion with 200 and null',
    latitude: 'the contract does not define the answer to a deletion',
    touches: ['PROD-52', 'ITEM-07', 'PROP-34'],
    without: ['deletion-answers-with-a-body', 'deletions-answer-with-a-body', 'deletions-are-done-later'],
    changes: [
      answersOf({ routes: deletions(), statuses: [204] }, (answer) => ({
        ...withHeaders(answer, { 'content-type': 'application/json' }),
        status: 200,
        json: null,
      })),
    ],
  },
})

function deletions(): readonly string[] {
  return ['products/:product_id', 'items/:item_id', 'properties/:property_id'].map((path) => `DELETE /${path}`)
}

function untilTheEnd({ reply, payload }: Sending): unknown {
  if ((typeof payload !== 'string' && !Buffer.isBuffer(payload)) || payload.length === 0) return payload
  reply.removeHeader('content-length')
  Object.assign(reply.raw, { useChunkedEncodingByDefault: false })
  return Readable.from([Buffer.from(payload)])
}

function inSmallChunks({ reply, payload }: Sending): unknown {
  if ((typeof payload !== 'string' && !Buffer.isBuffer(payload)) || payload.length === 0) return payload
  if (payload.length > mostChunkedBytes) return payload
  reply.removeHeader('content-length')
  const bytes = Buffer.from(payload)
  const count = Math.ceil(bytes.length / chunkBytes)
  return Readable.from(
    Array.from({ length: count }, (_, index) => bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes)),
  )
}

function withBrotli({ request, reply, payload }: Sending): unknown {
  if ((typeof payload !== 'string' && !Buffer.isBuffer(payload)) || payload.length === 0) return payload
  if (request.headers['accept-encoding']?.includes('br') !== true) return payload
  reply.header('content-encoding', 'br').header('vary', 'accept-encoding').removeHeader('content-length')
  return brotliCompressSync(payload)
}
