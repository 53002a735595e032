import { setTimeout as sleep } from 'node:timers/promises'
import { answers, withHeaders } from '../changes/answers.ts'
import { arrivals } from '../changes/arrivals.ts'
import { recall, remember } from '../changes/memory.ts'
import { defineVariants } from './variant.ts'

const answersOfAConnection = 10
const coldStartMs = 2000

/** Lawful differences in how requests come in and how long they wait. */
export const connectionVariants = defineVariants({
  'requests-are-served-one-at-a-time': {
    title: 'handles the requests one after another',
    latitude: 'the contract says nothing of speed',
    touches: ['GEN-10'],
    changes: [
      arrivals(async ({ reply }, deployment) => {
        const before = recall<Promise<unknown>>(deployment, 'the request before')?.value
        const done = Promise.withResolvers<void>()
        reply.raw.once('close', () => {
          done.resolve()
        })
        remember(deployment, 'the request before', done.promise)
        await before
      }),
    ],
  },
  'answers-take-uneven-time': {
    title: 'takes up to 12 ms for an answer, so answers may overtake each other',
    latitude: 'the contract says nothing of speed',
    touches: ['GEN-10', 'RATE-01'],
    without: ['answers-take-20-ms', 'requests-are-served-one-at-a-time'],
    changes: [
      arrivals(async (_, deployment) => {
        const count = (recall<number>(deployment, 'uneven time')?.value ?? 0) + 1
        remember(deployment, 'uneven time', count)
        await sleep((count * 7) % 13)
      }),
    ],
  },
  'the-first-answer-takes-two-seconds': {
    title: 'takes two seconds to start on the first request',
    latitude: 'the contract says nothing of speed',
    touches: ['GEN-10'],
    changes: [
      arrivals(async (_, deployment) => {
        const first = recall<number>(deployment, 'first request')?.value ?? Date.now()
        remember(deployment, 'first request', first)
        const left = first + coldStartMs - Date.now()
        if (left > 0) await sleep(left)
      }),
    ],
  },
  'connections-close-after-ten-answers': {
    title: 'closes a connection after every tenth answer',
    latitude: 'HTTP lets either side close the connection',
    touches: ['GEN-10'],
    changes: [
      answers((answer, deployment) => {
        const count = (recall<number>(deployment, 'answers')?.value ?? 0) + 1
        remember(deployment, 'answers', count)
        return count % answersOfAConnection === 0 ? withHeaders(answer, { connection: 'close' }) : answer
      }),
    ],
  },
  'head-is-answered': {
    title: 'answers HEAD wherever it answers GET',
    latitude: 'the contract does not mention HEAD',
    touches: ['GEN-08', 'ERR-18'],
    changes: [
      arrivals(async ({ route, request, reply }) => {
        if (request.method !== 'HEAD' || request.caller === null || route.endsWith('/*')) return
        await reply.code(200).type('application/json; charset=utf-8').send()
      }),
    ],
  },
})
