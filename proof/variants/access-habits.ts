import { answers, isRecord, withHeaders } from '../changes/answers.ts'
import { arrivals } from '../changes/arrivals.ts'
import type { Arrival } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { decodedUrl } from '../changes/request-text.ts'
import { requestsOf } from '../changes/requests.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { forbidden, rateLimitExceeded, validationError } from '../../reference/service/http/service-error.ts'
import { isFirstUser } from './is-first-user.ts'
import { defineVariants } from './variant.ts'

const badKeysAllowed = 25
const lockedOutSeconds = 900
const mostAtOnce = 12
const longestSearch = 100
const attack = /<script|' or |union select|\.\.\/|%0a|%0d|%3cscript|\r|\n/iu

/** Lawful differences in who is let in, with what, and how often. */
export const accessHabitVariants = defineVariants({
  'second-key-may-only-read': {
    title: 'returns 403 for writes with keys of other users than the first',
    latitude: 'a deployment may deny access for its own reasons',
    touches: ['AUTH-23'],
    changes: [
      arrivals(({ request }, deployment) => {
        const { caller, method } = request
        const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(method)
        if (!isRead && caller !== null && !isFirstUser(deployment, caller.userId)) throw forbidden()
      }),
    ],
  },
  'users-are-shown-to-the-first-user-only': {
    title: 'returns 403 for the list of users with keys of other users than the first',
    latitude:
      'a deployment may deny access for its own reasons, and the contract grants access only to created records',
    touches: ['USER-01', 'AUTH-23'],
    changes: [
      arrivals(({ route, request: { caller } }, deployment) => {
        const isOther = caller !== null && !isFirstUser(deployment, caller.userId)
        if (route === 'GET /organization/users' && isOther) throw forbidden()
      }),
    ],
  },
  'the-other-organization-may-only-read': {
    title: 'returns 403 for writes with keys of the other organization',
    latitude: 'a deployment may deny access for its own reasons',
    touches: ['PN-10', 'AUTH-12'],
    changes: [
      arrivals(({ request }, { organizations }) => {
        const { caller, method } = request
        const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(method)
        if (!isRead && caller !== null && caller.organizationId !== organizations.own) throw forbidden()
      }),
    ],
  },
  'bad-keys-lock-everybody-out': {
    title: 'returns 429 for all requests for fifteen minutes after 25 bad keys',
    latitude: 'a 429 may come at any time',
    touches: ['AUTH-03', 'AUTH-04', 'RATE-11'],
    changes: [
      answers((answer, deployment) => {
        const seen = (recall<number>(deployment, 'bad keys of all')?.value ?? 0) + (answer.status === 401 ? 1 : 0)
        remember(deployment, 'bad keys of all', seen)
        // What a gateway in front says itself has none of the service's headers, and never came here.
        const isOurs = Object.hasOwn(answer.headers, 'x-ratelimit-limit')
        if (seen <= badKeysAllowed || !isOurs) return answer
        const reset = String(Math.ceil(Date.now() / 1000) + lockedOutSeconds)
        const told = withHeaders(answer, {
          'content-type': 'application/json; charset=utf-8',
          'x-ratelimit-remaining': '0',
          'x-ratelimit-reset': reset,
        })
        return { ...told, status: 429, json: { error: 'rate_limit_exceeded', message: 'too many bad keys' } }
      }),
    ],
  },
  'bursts-are-throttled': {
    title: 'returns 429 for a request while twelve others of the organization are in progress',
    latitude: 'a 429 may come at any time',
    touches: ['RATE-11', 'PN-18'],
    without: ['answers-take-20-ms', 'requests-are-served-one-at-a-time', 'uploads-take-longer-than-a-window'],
    changes: [arrivals((arrival, deployment) => throttle(arrival, deployment))],
  },
  'firewall-forbids-what-looks-like-an-attack': {
    title: 'runs behind a firewall that returns 403 in HTML for scripts, SQL, line breaks or ../ in addresses',
    latitude: 'a proxy may stop requests that no client sends',
    touches: ['ERR-11', 'ERR-17', 'PROD-39'],
    changes: [
      arrivals(async ({ request, reply }) => {
        if (!attack.test(request.url) && !attack.test(decodedUrl(request.url))) return
        for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name)
        await reply.code(403).type('text/html').send('<h1>403</h1>')
      }),
    ],
  },
  'long-searches-are-refused': {
    title: 'returns 422 for a search text of more than 100 characters',
    latitude: 'the contract does not define lengths',
    touches: ['PROD-36', 'PROD-40'],
    changes: [
      requestsOf(['GET /products'], (sent) => {
        const { q } = sent.query
        if (typeof q !== 'string' || q.length <= longestSearch) return sent
        throw validationError({ loc: ['query', 'q'], msg: 'is too long', type: 'string_too_long' })
      }),
    ],
  },
  'unknown-users-have-limits-of-their-own': {
    title: 'limits requests without a valid key to a thousand a minute for each address',
    latitude: 'the contract does not say whose limit such a request counts against',
    touches: ['HDR-04', 'HDR-05', 'RATE-08'],
    without: ['keyless-requests-have-nothing-left'],
    changes: [
      answers((answer) => {
        if (!isRecord(answer.json) || answer.status !== 401) return answer
        return withHeaders(answer, { 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '999' })
      }),
    ],
  },
})

function throttle({ request, reply }: Arrival, deployment: Deployment): void {
  const key = `under way ${request.caller?.organizationId ?? ''}`
  const count = (recall<number>(deployment, key)?.value ?? 0) + 1
  remember(deployment, key, count)
  reply.raw.once('close', () => {
    remember(deployment, key, (recall<number>(deployment, key)?.value ?? 1) - 1)
  })
  if (count <= mostAtOnce) return
  reply.header('x-ratelimit-remaining', '0').header('x-ratelimit-reset', String(Math.ceil(Date.now() / 1000) + 1))
  throw rateLimitExceeded()
}
