import { expect, test } from 'vitest'
import { sampledFaults } from '../../proof/judge/sampled-faults.ts'
import { lookAtReference } from './look-at.ts'

test.each([
  { what: 'a sound deployment', options: {} },
  { what: 'one with an empty workspace', options: { seed: 'empty' } as const },
  { what: 'one with thousands of products', options: { seed: 'crowded' } as const },
])('$what is judged after five reads', async ({ options }) => {
  expect(await lookAtReference(options)).toEqual({ refusal: undefined, requests: 5 })
})

test.each(sampledFaults(0))('a deployment with the fault %s is judged', async (id) => {
  const { refusal, requests } = await lookAtReference({ faults: [id] })
  expect(refusal).toBeUndefined()
  expect(requests).toBeLessThanOrEqual(6)
})
