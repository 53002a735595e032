import { assume, endpointIds, endpoints, scenario } from '#suite'
import { pastLimit } from './past-limit.ts'

const needs = ['small-limit|control:set-rate-limit'] as const

scenario(
  'past the limit, every endpoint answers 429',
  { verifies: ['RATE-09'], needs, serial: true },
  async (context) => {
    const { refused, served } = await pastLimit(context)
    const answers = [...[...refused.values()].map((one) => one.answer), ...served.values()]
    context.verify('RATE-09', answers).hasStatus(429)
  },
)

for (const endpoint of endpointIds.filter((id) => endpoints[id].method !== 'GET'))
  scenario(
    `a ${endpoint} that is rejected with 429 has no effect`,
    { verifies: ['RATE-05'], needs: [...needs, 'write'], serial: true },
    async (context) => {
      const { requests, refused } = await pastLimit(context)
      const trace = requests.get(endpoint)?.trace
      const { answer, isFirst } = refused.get(endpoint) ?? {}
      const cause = `the suite could not build a request to ${endpoint}`
      assume(trace !== undefined, { reason: 'missing-fixture', cause })
      assume(answer !== undefined && isFirst === true, notRefused)
      const { answer: read, isDone, criterion } = await trace()
      context.verify('RATE-05', read, [answer]).that({
        claim: `a ${endpoint} that is rejected with 429 has no effect`,
        holds: !isDone,
        expected: 'no effect',
        received: 'the request was executed',
        criterion,
      })
    },
  )

const notRefused = {
  reason: 'blocked',
  blockedBy: ['RATE-09'],
  cause: 'the target did not answer the request with 429 at once',
} as const
