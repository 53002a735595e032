import { setTimeout as sleep } from 'node:timers/promises'
import { answers, withHeaders } from '../changes/answers.ts'
import { arrivals } from '../changes/arrivals.ts'
import type { Answer, Arrival, Change } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import {
  configureRateLimit,
  configuredRateLimit,
  countRequest,
  rateLimitOf,
  takeAllowance,
} from '../../reference/service/http/rate-limit.ts'
import type { Allowance, RateLimit } from '../../reference/service/http/rate-limiter.ts'
import { LeakyBuckets } from './leaky-buckets.ts'
import { SlidingWindows } from './sliding-windows.ts'
import { defineVariants } from './variant.ts'

/** Lawful differences in how requests are counted. */
export const rateLimitVariants = defineVariants({
  'keyless-requests-have-nothing-left': {
    title: 'counts requests without a valid key separately and reports that none remains',
    latitude: 'the contract does not say whose limit such a request counts against',
    touches: ['HDR-05', 'RATE-11'],
    changes: [
      answers((answer) =>
        answer.status === 401
          ? withHeaders(answer, {
              'x-ratelimit-limit': '30',
              'x-ratelimit-remaining': '0',
              'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 4),
            })
          : answer,
      ),
    ],
  },
  'rate-window-slides': {
    title: 'uses a sliding window, so Reset moves with each request',
    latitude: 'a sliding window is lawful',
    touches: ['RATE-08', 'HDR-06'],
    changes: countedBy('rate-window-slides', () => new SlidingWindows()),
  },
  'rate-limit-is-low': {
    title: 'allows 400 requests a second',
    latitude: 'the contract does not define limit and window',
    touches: ['RATE-10', 'RATE-02'],
    without: ['answers-take-20-ms', 'rate-window-slides'],
    changes: [usual({ limit: 400, windowSeconds: 1 })],
  },
  'rate-limit-of-5000-an-hour': {
    title: 'allows 5000 requests an hour',
    latitude: 'the contract does not define limit and window',
    touches: ['RATE-10', 'RATE-02'],
    without: ['rate-window-slides'],
    changes: [usual({ limit: 5000, windowSeconds: 3600 })],
  },
  'rate-limit-of-150-an-hour': {
    title: 'allows 150 requests an hour',
    latitude: 'the contract does not define limit and window',
    touches: ['RATE-10', 'RATE-02'],
    without: ['rate-window-slides'],
    changes: [usual({ limit: 150, windowSeconds: 3600 })],
  },
  'rate-limit-of-100000-a-day': {
    title: 'allows 100000 requests a day',
    latitude: 'the contract does not define limit and window',
    touches: ['RATE-10', 'RATE-02'],
    without: ['rate-window-slides'],
    changes: [usual({ limit: 100_000, windowSeconds: 86_400 })],
  },
  'reset-is-counted-from-now': {
    title: 'reports Reset in whole seconds, up to one second late',
    latitude: 'Reset has a resolution of one second',
    touches: ['RATE-08', 'HDR-06'],
    without: ['rate-window-slides', 'rate-limit-is-a-bucket'],
    changes: [
      answers((answer) => {
        const reset = Number(answer.headers['x-ratelimit-reset'])
        const late = Date.now() % 1000 < 500 ? 1 : 0
        return Number.isNaN(reset) ? answer : withHeaders(answer, { 'x-ratelimit-reset': String(reset + late) })
      }),
    ],
  },
  'uploads-take-longer-than-a-window': {
    title: 'uses windows of one second, and takes four seconds for some uploads',
    latitude: 'the contract does not define window and speed',
    touches: ['RATE-01', 'RATE-10'],
    without: ['rate-window-slides'],
    changes: [
      usual({ limit: 5000, windowSeconds: 1 }),
      arrivals(async (arrival, deployment) => slowUpload(arrival, deployment)),
    ],
  },
  'remaining-is-synchronized-once-a-second': {
    title: 'updates Remaining once a second',
    latitude: 'a count may lag by up to two seconds',
    touches: ['RATE-01'],
    without: ['rate-window-slides', 'rate-limit-is-low'],
    changes: [answers((answer, deployment) => withLaggingCount(answer, deployment))],
  },
  'others-use-up-the-limit': {
    title: 'counts requests of other users of the organization, one after every two',
    latitude: 'the limit is per organization',
    touches: ['RATE-01', 'RATE-07'],
    changes: [
      replace(countRequest, (sound) => (deployment, name, rate) => {
        const count = (recall<number>(deployment, `others ${name}`)?.value ?? 0) + 1
        remember(deployment, `others ${name}`, count)
        if (count % 2 === 0) sound(deployment, name, rate)
        return sound(deployment, name, rate)
      }),
    ],
  },
  'now-and-then-it-is-too-busy': {
    title: 'returns 429 for every 300th request for a second, although requests remain',
    latitude:
      'the contract does not say what counts as too many requests, and limits of concurrent requests are common',
    touches: ['RATE-11'],
    changes: [
      replace(takeAllowance, (sound) => (deployment, counted) => {
        const allowance = sound(deployment, counted)
        const count = (recall<number>(deployment, 'requests')?.value ?? 0) + 1
        remember(deployment, 'requests', count)
        // Where a small limit is set up, it is to be seen by itself.
        return count % 300 === 0 && allowance.remaining > 100 ? { ...allowance, spent: true } : allowance
      }),
      answers((answer) => (answer.status === 429 ? withHeaders(answer, { 'retry-after': '1' }) : answer)),
    ],
  },
  'rate-limit-is-a-bucket': {
    title: 'refills the limit gradually, and reports as Reset when it will be full',
    latitude: 'the contract does not say how the limit is counted',
    touches: ['RATE-08', 'RATE-04', 'RATE-10'],
    changes: [
      usual({ limit: 500, windowSeconds: 2 }),
      ...countedBy('rate-limit-is-a-bucket', () => new LeakyBuckets()),
    ],
  },
})

const slowUploads = 6
const uploadMs = 4000

/** The first few take longer than a window and its tolerance. */
async function slowUpload({ route }: Arrival, deployment: Deployment): Promise<void> {
  if (route !== 'POST /files/:id') return
  const seen = (recall<number>(deployment, 'slow uploads')?.value ?? 0) + 1
  remember(deployment, 'slow uploads', seen)
  if (seen <= slowUploads) await sleep(uploadMs)
}

interface Told {
  readonly remaining: string
  readonly reset: string
}

const lagMs = 1000

/** Within one window and one second the same is told again; a rejection tells what it knows. */
function withLaggingCount(answer: Answer, deployment: Deployment): Answer {
  const { 'x-ratelimit-remaining': remaining = '', 'x-ratelimit-reset': reset = '' } = answer.headers
  const key = `told ${answer.request.caller?.organizationId ?? ''}`
  const last = recall<Told>(deployment, key)
  const isRecent = last !== undefined && last.value.reset === reset && Date.now() - last.at < lagMs
  const limit = Number(answer.headers['x-ratelimit-limit'])
  if (answer.status !== 429 && isRecent)
    // A limit that was lowered meanwhile holds at once.
    return withHeaders(answer, { 'x-ratelimit-remaining': String(Math.min(limit, Number(last.value.remaining))) })
  remember(deployment, key, { remaining, reset })
  return answer
}

/** What holds if nothing was configured. */
function usual(rate: RateLimit): Change {
  return replace(
    rateLimitOf,
    () => (deployment, organizationId) => configuredRateLimit(deployment, organizationId) ?? rate,
  )
}

interface Counter {
  readonly take: (name: string, rate: RateLimit) => Allowance
}

/** Counts with a counter of its own; a limit that is configured begins with nothing counted. */
function countedBy(id: string, create: () => Counter): readonly Change[] {
  const counterOf = (deployment: Deployment): Counter => {
    const counter = recall<Counter>(deployment, id)?.value ?? create()
    remember(deployment, id, counter)
    return counter
  }
  return [
    replace(countRequest, () => (deployment, name, rate) => counterOf(deployment).take(name, rate)),
    replace(configureRateLimit, (sound) => (deployment, organizationId, rate) => {
      sound(deployment, organizationId, rate)
      remember(deployment, id, create())
    }),
  ]
}
