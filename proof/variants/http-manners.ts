import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { answers, isRecord, records, withHeaders } from '../changes/answers.ts'
import { arrivals } from '../changes/arrivals.ts'
import type { Sending } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { transports } from '../changes/transports.ts'
import { invalidRequest, ServiceError } from '../../reference/service/http/service-error.ts'
import { around } from './around.ts'
import { withTexts } from './shown-fields.ts'
import { defineVariants } from './variant.ts'

const bodyless = new Set(['GET', 'HEAD', 'DELETE'])
const zones = [0, 330, -240, 60, 765] as const
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u

/** Lawful differences in what HTTP servers ask of a request and say of an answer, and in how ids and times are written. */
export const httpMannerVariants = defineVariants({
  'upgrades-are-offered': {
    title: 'offers HTTP/2 in an Upgrade header with each answer',
    latitude: 'HTTP lets a server offer other protocols',
    touches: ['GEN-10', 'HDR-07'],
    without: ['connections-close-after-each-answer', 'connections-close-after-ten-answers'],
    changes: [around((reply) => reply.header('upgrade', 'h2, h2c').header('connection', 'Upgrade, Keep-Alive'))],
  },
  'others-have-passed-the-answer-on': {
    title: 'sends headers of caches, proxies and another protocol with each answer',
    latitude: 'extra headers are lawful',
    touches: ['HDR-07', 'GEN-04'],
    changes: [
      answers((answer) =>
        withHeaders(answer, {
          via: '1.1 edge-7, 2 origin',
          age: '0',
          'x-cache': 'MISS, MISS',
          'alt-svc': 'h3=":443"; ma=86400',
          'server-timing': 'db;dur=1.2, app;desc="render";dur=3',
          vary: 'Origin, Accept-Encoding',
          'content-language': 'de',
          'x-powered-by': 'Servlet/3.1',
        }),
      ),
    ],
  },
  'trailers-come-last': {
    title: 'sends trailers after the body',
    latitude: 'HTTP allows trailers after a body in chunks',
    touches: ['GEN-10', 'DL-14'],
    without: ['bodies-come-in-many-small-chunks'],
    changes: [transports(withTrailers)],
  },
  'bodies-need-a-length': {
    title: 'returns 411 for a body without Content-Length',
    latitude: 'HTTP lets a server require the length of a body',
    touches: ['GEN-09'],
    changes: [
      arrivals(({ request }) => {
        if (request.caller === null || request.headers['transfer-encoding'] === undefined) return
        throw new ServiceError({ status: 411, code: 'length_required', message: 'the length of the body is missing' })
      }),
    ],
  },
  'reads-and-deletions-have-no-body': {
    title: 'returns 400 for a read or a deletion with a body or a Content-Type',
    latitude: 'HTTP gives such a body no meaning',
    touches: ['GEN-10', 'PROD-52'],
    changes: [
      arrivals(({ request }) => {
        const { 'content-type': type, 'content-length': length, 'transfer-encoding': encoding } = request.headers
        const hasBody = type !== undefined || Number(length ?? 0) > 0 || encoding !== undefined
        if (request.caller !== null && bodyless.has(request.method) && hasBody)
          throw invalidRequest('this method has no body')
      }),
    ],
  },
  'bodies-are-json-by-their-type-only': {
    title: 'returns 415 for a body that is declared as neither JSON nor a form',
    latitude: 'bodies are JSON except for uploads, and the contract does not define the rejection of others',
    touches: ['ERR-13', 'ERR-12', 'UP-23'],
    changes: [
      arrivals(({ request }) => {
        const { 'content-type': type, 'content-length': length } = request.headers
        if (request.caller === null || bodyless.has(request.method) || Number(length ?? 0) === 0) return
        if (/^(?:application\/json|multipart\/form-data)\s*(?:;|$)/iu.test(type ?? '')) return
        throw new ServiceError({ status: 415, code: 'unsupported_media_type', message: 'send application/json' })
      }),
    ],
  },
  'clients-name-themselves': {
    title: 'returns 403 for a client without a User-Agent',
    latitude: 'a component in front may require headers that every client sends',
    touches: ['AUTH-01'],
    changes: [
      arrivals(({ request }) => {
        if (request.caller === null || (request.headers['user-agent'] ?? '') !== '') return
        throw new ServiceError({ status: 403, code: 'forbidden', message: 'User-Agent is missing' })
      }),
    ],
  },
  'five-requests-at-a-time': {
    title: 'handles five requests at a time and queues the others',
    latitude: 'the contract says nothing of speed',
    touches: ['GEN-10'],
    without: ['bursts-are-throttled'],
    changes: [
      arrivals(async ({ reply }, deployment) => {
        const underWay = (): number => recall<number>(deployment, 'under way')?.value ?? 0
        while (underWay() >= 5) await sleep(2)
        remember(deployment, 'under way', underWay() + 1)
        reply.raw.once('close', () => {
          remember(deployment, 'under way', underWay() - 1)
        })
      }),
    ],
  },
  'errors-close-the-connection': {
    title: 'closes the connection after each error',
    latitude: 'HTTP lets either side close the connection',
    touches: ['GEN-10', 'ERR-01'],
    without: ['upgrades-are-offered', 'connections-close-after-each-answer', 'connections-close-after-ten-answers'],
    changes: [answers((answer) => (answer.status < 400 ? answer : withHeaders(answer, { connection: 'close' })))],
  },
  'bad-keys-wait': {
    title: 'takes another quarter of a second to answer an unknown key',
    latitude: 'the contract says nothing of speed',
    touches: ['AUTH-03'],
    changes: [
      answers(async (answer) => {
        if (answer.status !== 401) return answer
        await sleep(250)
        return withHeaders(answer, { 'x-delay': '250' })
      }),
    ],
  },
  'empty-answers-have-a-length': {
    title: 'sends Content-Length 0 with a 204',
    latitude: 'many servers do this, and it has no other meaning',
    touches: ['PROD-52', 'GEN-10'],
    changes: [answers((answer) => (answer.status === 204 ? withHeaders(answer, { 'content-length': '0' }) : answer))],
  },
  'headers-are-in-latin-1': {
    title: 'sends a header with an umlaut in its value',
    latitude: 'extra headers are lawful, in ISO-8859-1 too',
    touches: ['HDR-07'],
    changes: [answers((answer) => withHeaders(answer, { 'x-served-by': 'Z\u00fcrich-1' }))],
  },
  'ids-in-lists-are-in-capitals': {
    title: 'writes UUIDs in upper case in lists, and in lower case elsewhere',
    latitude: 'UUIDs are case-insensitive',
    touches: ['GEN-02', 'WS-03', 'PROD-19', 'PROP-26'],
    without: ['ids-in-upper-case', 'ids-mix-letter-case'],
    changes: [
      answers((answer) =>
        isRecord(answer.json) && Array.isArray(answer.json['items']) && answer.request.method === 'GET'
          ? { ...answer, json: capitals(answer.json) }
          : answer,
      ),
    ],
  },
  'each-answer-has-another-zone': {
    title: 'returns the times of each answer in a different zone',
    latitude: 'ISO 8601 allows any offset',
    touches: ['GEN-03', 'GEN-04'],
    without: otherTimes(),
    changes: [
      records((record, { request }) => {
        const minutes =
          zones[Number.parseInt(request.id.replaceAll(/\D/gu, '').slice(-3) || '0', 10) % zones.length] ?? 0
        return withTexts(record, (text, name) => (isTime(name, text) ? inZone(text, minutes) : text))
      }),
    ],
  },
  'offsets-have-hours-alone': {
    title: 'writes the offset of times with two digits: +02',
    latitude: 'ISO 8601 allows an offset without minutes',
    touches: ['GEN-03'],
    without: [
      'times-are-local-and-say-no-zone',
      'times-with-an-offset',
      'lists-show-times-to-the-second',
      'each-answer-has-another-zone',
    ],
    changes: [
      records((record) =>
        withTexts(record, (text, name) => (isTime(name, text) ? inZone(text, 120).replace(/:00$/u, '') : text)),
      ),
    ],
  },
})

function withTrailers({ reply, payload }: Sending): unknown {
  if ((typeof payload !== 'string' && !Buffer.isBuffer(payload)) || payload.length === 0) return payload
  reply.removeHeader('content-length')
  // Fastify announces a trailer before the body, and asks for its value behind it.
  reply.trailer('server-timing', async () => 'total;dur=12')
  return Readable.from([Buffer.from(payload)])
}

function capitals(value: unknown): unknown {
  if (typeof value === 'string') return uuid.test(value) ? value.toUpperCase() : value
  if (Array.isArray(value)) return value.map((one) => capitals(one))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, capitals(one)]))
}

function isTime(name: string, text: string): boolean {
  return /(?:At|_at)$/u.test(name) && !Number.isNaN(Date.parse(text))
}

/** The same moment in another zone, as precise as it was. */
function inZone(time: string, minutes: number): string {
  const moved = new Date(Date.parse(time) + minutes * 60_000).toISOString()
  const toTheMinute = moved.slice(0, 16)
  const local = `${toTheMinute}${/T\d\d:\d\d(.*)Z$/u.exec(time)?.[1] ?? moved.slice(toTheMinute.length, -1)}`
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${local}${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}

/** Others that write times in a way of their own. */
function otherTimes(): readonly string[] {
  return [
    'times-in-lower-case',
    'every-time-with-an-offset',
    'times-in-nanoseconds',
    'times-say-no-zone',
    'times-are-local-and-say-no-zone',
    'times-have-a-decimal-comma',
    'times-in-basic-form',
    'times-with-an-offset',
    'lists-show-times-to-the-second',
  ]
}
