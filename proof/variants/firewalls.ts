import { once } from 'node:events'
import type { FastifyReply } from 'fastify'
import { answers, isRecord, withHeaders } from '../changes/answers.ts'
import { arrivals } from '../changes/arrivals.ts'
import type { Answer, Change } from '../changes/change.ts'
import { bodyText, decodedUrl } from '../changes/request-text.ts'
import { replace } from '../changes/replace.ts'
import { requests } from '../changes/requests.ts'
import type { FileRequest } from '../../reference/service/files/find-file.ts'
import { readParts } from '../../reference/service/files/upload-form.ts'
import { forbidden, ServiceError } from '../../reference/service/http/service-error.ts'
import { defineVariants } from './variant.ts'

const code = 'refused_in_front'
const attack = /<script|' or |union select|\.\.\/|%0a|%0d|%00|%3cscript|\r|\n|\$\{jndi|drop table/iu
const markupOrPath = /<\/?\w|' or |union select|\.\.\/|%0a|&\w+;|drop table/iu
const inABody = /<script|' or |union select|\.\.\/|\\u0000|\$\{jndi|drop table/iu
const readAtMost = 8000
const mostBytes = 8192
const jsonTypes = /^(?:application\/json(?:;.*)?|multipart\/form-data; ?boundary=.+)$/iu

/** Lawful differences in what a firewall or a gateway answers by itself, to requests that no client of the interface sends. */
export const firewallVariants = defineVariants({
  'firewall-reads-bodies': {
    title: 'runs behind a firewall that returns 403 in HTML for bodies with scripts, SQL, NUL or ../',
    latitude: 'a proxy may stop requests that no client sends',
    touches: ['ERR-15', 'PROD-32', 'ITEM-12'],
    without: ['firewall-forbids-what-looks-like-an-attack'],
    changes: refusingBodies((text) => inABody.test(text.slice(0, readAtMost))),
  },
  'firewall-forbids-markup-in-words-of-the-service': {
    title: 'runs behind a firewall that returns 403 forbidden with all headers for bodies with markup, SQL or paths',
    latitude: 'answers of a component in front of the service are not judged',
    touches: ['PROD-32', 'ERR-15', 'ITEM-12'],
    without: ['firewall-forbids-what-looks-like-an-attack'],
    changes: [
      requests((sent) => {
        if (markupOrPath.test(bodyText(sent.body))) throw forbidden()
        return sent
      }),
    ],
  },
  'firewall-forbids-json-of-more-than-8-kib': {
    title: 'runs behind a firewall that returns 403 in HTML for more than 8 KiB of JSON',
    latitude: 'the contract does not define sizes',
    touches: ['ERR-15', 'GEN-10'],
    without: ['firewall-reads-bodies', 'json-bodies-have-100-kib-at-most'],
    changes: [
      arrivals(async ({ request: { headers }, reply }) => {
        const isJson = headers['content-type']?.includes('json') === true
        if (isJson && Number(headers['content-length'] ?? 0) > mostBytes) await refuse(reply, 403)
      }),
    ],
  },
  'firewall-is-strict-about-forms': {
    title: 'runs behind a firewall that returns 403 in HTML for a form with text before its parts',
    latitude: 'a proxy may stop requests that no client sends',
    touches: ['UP-28', 'UP-23'],
    changes: [
      replace(readParts, (sound) => async (deployment, request) => {
        if (await beginsWithText(request)) throw new ServiceError({ status: 403, code, message: code })
        return sound(deployment, request)
      }),
      answers((answer) => (isOurs(answer) ? inFront(answer) : answer)),
    ],
  },
  'gateway-refuses-in-json-of-its-own': {
    title:
      'runs behind a gateway that returns 403 for apparent attacks and 415 for unknown types, as JSON with only a message',
    latitude: 'answers of a component in front of the service are not judged',
    touches: ['ERR-01', 'ERR-15', 'UP-23'],
    without: ['firewall-forbids-what-looks-like-an-attack', 'http-layer-minds-what-it-is-sent'],
    changes: [
      arrivals(async ({ request: { url, method, headers }, reply }) => {
        const type = headers['content-type'] ?? 'application/json'
        if (attack.test(url) || attack.test(decodedUrl(url))) await refuse(reply, 403, '{"message":"Forbidden"}')
        else if (method !== 'GET' && !jsonTypes.test(type))
          await refuse(reply, 415, '{"message":"Unsupported Media Type"}')
      }),
    ],
  },
  'odd-headers-are-refused-in-front': {
    title: 'runs behind a server that returns 400 in HTML for malformed headers',
    latitude: 'requests that HTTP forbids need not reach the service',
    touches: ['HDR-07', 'ERR-01'],
    changes: [
      arrivals(async ({ request: { headers }, reply }) => {
        const { cookie = 'a=b', range = 'bytes=0-1', 'content-type': type = 'a/b' } = headers
        const { 'if-none-match': tag = '"a"', accept = '*/*', 'accept-encoding': encoding = 'gzip' } = headers
        const isOdd =
          !/^\w+=/u.test(cookie) ||
          !/^bytes=\d+-\d+$/u.test(range) ||
          range === 'bytes=9-1' ||
          !/^[\w-]+\/[\w+.-]+/u.test(type) ||
          tag === '"' ||
          /q=[a-z9]/u.test(accept) ||
          /q=9/u.test(encoding)
        if (isOdd) await refuse(reply, 400)
      }),
    ],
  },
})

/** Whether there is something before the first boundary of a form; what was looked at is put back. */
async function beginsWithText({ raw }: FileRequest): Promise<boolean> {
  if (raw.readableLength === 0 && !raw.readableEnded) await once(raw, 'readable')
  const start: unknown = raw.read()
  if (!Buffer.isBuffer(start)) return false
  raw.unshift(start)
  return !start.toString('latin1').startsWith('--')
}

/** Rejects before anything is carried out; the answer is written by what stands in front. */
function refusingBodies(isRefused: (text: string) => boolean): readonly Change[] {
  return [
    requests((sent) => {
      if (isRefused(bodyText(sent.body))) throw new ServiceError({ status: 403, code, message: code })
      return sent
    }),
    answers((answer) => (isOurs(answer) ? inFront(answer) : answer)),
  ]
}

/** By its message too: codes that the contract does not show may be spelled otherwise by then. */
function isOurs({ json }: Answer): boolean {
  return isRecord(json) && [json['error'], json['message']].includes(code)
}

function inFront(answer: Answer): Answer {
  const own = Object.fromEntries(Object.keys(answer.headers).map((name) => [name, undefined]))
  const bare = withHeaders(answer, { ...own, 'content-type': 'text/html' })
  return { ...bare, json: undefined, bytes: Buffer.from('<h1>403</h1>') }
}

async function refuse(reply: FastifyReply, status: number, json?: string): Promise<void> {
  for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name)
  await reply
    .code(status)
    .type(json === undefined ? 'text/html' : 'application/json')
    .send(json ?? `<h1>${status}</h1>`)
}
