import { answers, withHeaders } from '../changes/answers.ts'
import type { Answer, Change, RuleChange } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { requireAdmission } from '../../reference/service/http/admission.ts'
import { countRequest, type Counted, rateLimitOf, takeAllowance } from '../../reference/service/http/rate-limit.ts'
import type { Allowance } from '../../reference/service/http/rate-limiter.ts'
import { defineFaults } from './fault.ts'

/** Faults in what is counted against the rate limit, in what happens past it, and in what is told of it. */
export const rateLimitFaults = defineFaults({
  'errors-are-not-counted': {
    title: 'does not count errors against the limit',
    breaks: ['RATE-01'],
    changes: givingBack(({ status }) => status >= 400 && status !== 429),
  },
  'downloads-are-not-counted': {
    title: 'does not count downloads against the limit',
    breaks: ['RATE-01'],
    changes: givingBack(({ status, route }) => status !== 429 && route === 'GET /files/:id/download'),
  },
  'posts-are-not-counted': {
    title: 'does not count successful POSTs against the limit',
    breaks: ['RATE-01'],
    changes: givingBack(({ status, request }) => status < 400 && request.method === 'POST'),
  },
  'created-items-are-not-counted': {
    title: 'does not count creations of items against the limit, but rejected ones',
    breaks: ['RATE-01'],
    changes: givingBack(({ status, route }) => status < 400 && route === 'POST /items'),
  },
  'deletions-are-not-counted': {
    title: 'does not count DELETEs against the limit',
    breaks: ['RATE-01'],
    changes: givingBack(({ status, request }) => status !== 429 && request.method === 'DELETE'),
  },
  'bulks-are-not-counted': {
    title: 'does not count bulk creations against the limit',
    breaks: ['RATE-01'],
    changes: givingBack(({ status, route }) => status !== 429 && route.endsWith('/bulk')),
  },
  'writes-tell-that-nothing-was-used': {
    title: 'reports on every write that no request was counted before it',
    breaks: ['RATE-01'],
    changes: [
      answers((answer) =>
        answer.request.method !== 'GET' && answer.status !== 429
          ? withHeaders(answer, { 'x-ratelimit-remaining': String(Number(answer.headers['x-ratelimit-limit']) - 1) })
          : answer,
      ),
    ],
  },
  'remaining-counts-up': {
    title: 'returns the number of counted requests in X-RateLimit-Remaining',
    breaks: ['RATE-01', 'RATE-03'],
    changes: [
      answers((answer) => {
        const { 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': remaining } = answer.headers
        return withHeaders(answer, { 'x-ratelimit-remaining': String(Number(limit) - Number(remaining)) })
      }),
    ],
  },
  'limit-is-one-too-high': {
    title: 'serves one more request in a window after reporting that none remains',
    breaks: ['RATE-02'],
    changes: [
      replace(requireAdmission, (sound) => (deployment, request, allowance) => {
        const window = `one more ${request.caller?.organizationId} ${allowance.reset}`
        if (!allowance.spent || recall(deployment, window) !== undefined) return sound(deployment, request, allowance)
        remember(deployment, window, true)
        sound(deployment, request, { ...allowance, spent: false })
      }),
    ],
  },
  'resources-counted-apart': {
    title: 'counts requests to each resource separately',
    breaks: ['RATE-01', 'RATE-09'],
    changes: [countedBy(({ caller, url }) => `${caller?.organizationId} ${url.split(/[/?]/u)[3] ?? ''}`)],
  },
  'keys-counted-apart': {
    title: 'counts each key of an organization separately',
    breaks: ['RATE-06'],
    changes: [countedBy(({ caller }) => `${caller?.keyId}`)],
  },
  'organizations-counted-together': {
    title: 'counts all organizations together',
    breaks: ['RATE-07'],
    changes: [
      replace(takeAllowance, (sound) => (deployment, { caller, url }) => {
        const together = caller && { ...caller, organizationId: deployment.organizations.own }
        return sound(deployment, { caller: together, url })
      }),
    ],
  },
  'limit-is-never-enforced': {
    title: 'serves every request past the limit',
    breaks: ['RATE-02'],
    changes: [allowances((allowance) => ({ ...allowance, spent: false }))],
  },
  'refuses-while-one-remains': {
    title: 'returns 429 while one request remains',
    breaks: ['RATE-11'],
    changes: [allowances((allowance) => ({ ...allowance, spent: allowance.limit > 1 && allowance.remaining === 0 }))],
  },
  'refusals-start-the-window-again': {
    title: 'starts the window again with every rejected request, and moves the reset',
    breaks: ['RATE-04'],
    changes: [allowances(renewed)],
  },
  'refusals-prolong-the-window': {
    title: 'keeps rejecting requests for three seconds after the reset',
    breaks: ['RATE-04'],
    changes: [allowances(prolonged)],
  },
  'limit-header-wavers': {
    title: 'returns a different X-RateLimit-Limit on every second response',
    breaks: ['RATE-08'],
    changes: [
      answers((answer) => {
        const { 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': remaining } = answer.headers
        return Number(remaining) % 2 === 0
          ? withHeaders(answer, { 'x-ratelimit-limit': String(Number(limit) + 1) })
          : answer
      }),
    ],
  },
  'errors-tell-another-limit': {
    title: 'returns a different X-RateLimit-Limit on errors',
    breaks: ['RATE-08'],
    changes: [
      answers((answer) =>
        answer.status >= 400 && answer.status !== 429
          ? withHeaders(answer, { 'x-ratelimit-limit': '2000000' })
          : answer,
      ),
    ],
  },
})

function allowances(change: (allowance: Allowance, deployment: Deployment) => Allowance): RuleChange {
  return replace(takeAllowance, (sound) => (deployment, request) => change(sound(deployment, request), deployment))
}

/** The requests of one organization have several counts. */
function countedBy(name: (request: Counted) => string): RuleChange {
  return replace(takeAllowance, (sound) => (deployment, request) => {
    if (request.caller === null) return sound(deployment, request)
    return countRequest(deployment, name(request), rateLimitOf(deployment, request.caller.organizationId))
  })
}

/** Some requests cost nothing, which shows from the next request on: what they used up stands beside the count. */
function givingBack(when: (answer: Answer) => boolean): readonly Change[] {
  return [
    replace(takeAllowance, (sound) => (deployment, request) => {
      const allowance = sound(deployment, request)
      const back = givenBack(deployment, request, allowance)
      if (!allowance.spent) return { ...allowance, remaining: Math.min(allowance.limit, allowance.remaining + back) }
      if (back === 0) return allowance
      giveBack(deployment, request, { allowance, count: back - 1 })
      return { ...allowance, remaining: back - 1, spent: false }
    }),
    answers((answer, deployment) => {
      const { request, headers } = answer
      const allowance = { limit: Number(headers['x-ratelimit-limit']), reset: Number(headers['x-ratelimit-reset']) }
      const count = givenBack(deployment, request, allowance) + 1
      if (when(answer)) giveBack(deployment, request, { allowance, count })
      return answer
    }),
  ]
}

type Window = Pick<Allowance, 'limit' | 'reset'>

function givenBack(deployment: Deployment, { caller }: Counted, { limit, reset }: Window): number {
  return recall<number>(deployment, `given back ${caller?.organizationId} ${limit} ${reset}`)?.value ?? 0
}

function giveBack(
  deployment: Deployment,
  { caller }: Counted,
  { allowance: { limit, reset }, count }: { readonly allowance: Window; readonly count: number },
): void {
  remember(deployment, `given back ${caller?.organizationId} ${limit} ${reset}`, count)
}

/** Small limits only: with the usual one nothing would ever be served again in time. */
const small = 100

function renewed(allowance: Allowance, deployment: Deployment): Allowance {
  const until = recall<number>(deployment, 'refusals-start-the-window-again')?.value ?? 0
  const isRefused = allowance.limit < small && (allowance.spent || Date.now() < until)
  if (!isRefused) return allowance
  const reset = Math.ceil(Date.now() / 1000) + 3
  remember(deployment, 'refusals-start-the-window-again', reset * 1000)
  return { ...allowance, remaining: 0, reset, spent: true }
}

function prolonged(allowance: Allowance, deployment: Deployment): Allowance {
  if (allowance.limit >= small) return allowance
  if (allowance.spent) remember(deployment, 'refusals-prolong-the-window', allowance.reset * 1000 + 3000)
  const until = recall<number>(deployment, 'refusals-prolong-the-window')?.value ?? 0
  return allowance.spent || Date.now() >= until ? allowance : { ...allowance, remaining: 0, spent: true }
}
