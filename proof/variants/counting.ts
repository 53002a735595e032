import { answers, withHeaders } from '../changes/answers.ts'
import type { Change } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import {
  configuredRateLimit,
  configureRateLimit,
  countRequest,
  rateLimitOf,
  takeAllowance,
} from '../../reference/service/http/rate-limit.ts'
import { defineVariants } from './variant.ts'

const greatest = 9_223_372_036_854_775_807n
const generous = 1_000_000
const gossipMs = 1000
const alignedSeconds = 10

/** Lawful differences in what counts against the limit, and in what is told of it. */
export const countingVariants = defineVariants({
  'rate-limit-is-the-greatest-number': {
    title: 'reports the largest 64-bit integer as the limit',
    latitude: 'the limit may be any integer',
    touches: ['HDR-04', 'HDR-05'],
    without: ['rate-limit-is-low', 'rate-limit-is-a-bucket'],
    changes: [
      answers((answer) => {
        const { 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': remaining } = answer.headers
        if (Number(limit) !== generous) return answer
        const used = BigInt(generous) - BigInt(remaining ?? generous)
        return withHeaders(answer, {
          'x-ratelimit-limit': `${greatest}`,
          'x-ratelimit-remaining': `${greatest - used}`,
        })
      }),
    ],
  },
  'a-request-counts-after-its-answer': {
    title: 'reports in Remaining what remained before the request',
    latitude: 'the contract does not say whether a request counts before or after its own answer',
    touches: ['RATE-01', 'RATE-02', 'RATE-03'],
    changes: [
      answers((answer) => {
        const { 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': remaining } = answer.headers
        if (answer.status === 429 || remaining === undefined) return answer
        return withHeaders(answer, { 'x-ratelimit-remaining': String(Math.min(Number(limit), Number(remaining) + 1)) })
      }),
    ],
  },
  'windows-begin-with-the-clock': {
    title: 'uses windows that start at full tens of seconds',
    latitude: 'the contract does not say when a window begins',
    touches: ['RATE-10', 'RATE-08'],
    without: ['rate-window-slides'],
    changes: [
      replace(rateLimitOf, () => (deployment, name) => {
        const into = Math.floor(Date.now() / 1000) % alignedSeconds
        const aligned = { limit: 5000, windowSeconds: alignedSeconds - 1 - into }
        return configuredRateLimit(deployment, name) ?? aligned
      }),
    ],
  },
  'a-lowered-limit-is-used-up': {
    title: 'counts earlier requests against a new limit, so that nothing remains in the first window',
    latitude: 'the contract does not say when a limit that is set begins to count',
    touches: ['RATE-02', 'RATE-11'],
    changes: [
      replace(configureRateLimit, (sound) => (deployment, name, rate) => {
        sound(deployment, name, rate)
        if (rate) for (let used = 0; used < rate.limit; used += 1) countRequest(deployment, name, rate)
      }),
    ],
  },
  'two-nodes-count': {
    title: 'alternates between two nodes that exchange their counts after a second',
    latitude: 'a count may lag by up to two seconds',
    touches: ['RATE-01', 'RATE-02'],
    without: ['rate-window-slides', 'rate-limit-is-low', 'remaining-is-synchronized-once-a-second'],
    changes: twoNodes(),
  },
  'keys-are-counted-together-later': {
    title: 'counts the requests of other keys of the organization a second later',
    latitude: 'a count may lag by up to two seconds',
    touches: ['RATE-06', 'RATE-01'],
    without: ['two-nodes-count', 'remaining-is-synchronized-once-a-second', 'rate-window-slides', 'rate-limit-is-low'],
    changes: [
      replace(takeAllowance, (sound) => (deployment, counted) => {
        const allowance = sound(deployment, counted)
        const { caller } = counted
        if (caller === null || allowance.spent) return allowance
        const key = `keys of ${caller.organizationId}`
        const before = recall<ReadonlyArray<{ at: number; keyId: string }>>(deployment, key)?.value ?? []
        const seen = [...before, { at: Date.now(), keyId: caller.keyId }].filter(({ at }) => Date.now() - at < gossipMs)
        remember(deployment, key, seen)
        const unknown = seen.filter(({ keyId }) => keyId !== caller.keyId).length
        return { ...allowance, remaining: Math.min(allowance.limit, allowance.remaining + unknown) }
      }),
    ],
  },
  'requests-that-write-count-three-times': {
    title: 'counts a write as three requests',
    latitude: 'other users may send requests in between, and nobody can tell who did',
    touches: ['RATE-01', 'RATE-02'],
    changes: [
      replace(takeAllowance, (sound) => (deployment, counted) => {
        const method = 'method' in counted ? String(counted.method) : 'GET'
        if (!['GET', 'HEAD', 'OPTIONS'].includes(method)) for (const _ of [1, 2]) sound(deployment, counted)
        return sound(deployment, counted)
      }),
    ],
  },
})

interface Counted {
  readonly at: number
  readonly node: number
}

/** The reported remaining requests are too many by those that only the other node has counted; rejections do not change. */
function twoNodes(): readonly Change[] {
  return [
    replace(countRequest, (sound) => (deployment, name, rate) => {
      const allowance = sound(deployment, name, rate)
      const { seen, node } = note(deployment, name)
      const unknown = seen.filter((one) => one.node !== node && Date.now() - one.at < gossipMs).length
      if (allowance.spent) return allowance
      return { ...allowance, remaining: Math.min(rate.limit, allowance.remaining + unknown) }
    }),
  ]
}

function note(deployment: Deployment, name: string): { readonly seen: readonly Counted[]; readonly node: number } {
  const key = `two nodes ${name}`
  const before = recall<{ seen: readonly Counted[]; node: number }>(deployment, key)?.value ?? { seen: [], node: 0 }
  const node = 1 - before.node
  const seen = [...before.seen.filter(({ at }) => Date.now() - at < gossipMs), { at: Date.now(), node }]
  remember(deployment, key, { seen, node })
  return { seen, node }
}
