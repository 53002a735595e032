import { endpointIds, endpoints, plainRequestIds, requestById, scenario } from '#suite'
import { isEchoed, requestIdHeader } from './is-echoed.ts'

// Named last in the index: a deployment may lock a client out that sends too many requests without a key.

const [id = 'A'] = plainRequestIds

for (const { of, methods, needs } of [
  { of: 'reads', methods: ['GET'], needs: [] },
  { of: 'writes', methods: ['POST', 'PATCH', 'DELETE'], needs: ['write'] },
] as const)
  scenario(
    `refusals of ${of} without a key echo the request id that came in`,
    { verifies: ['HDR-02'], needs },
    async ({ api, given, verify }) => {
      const asked = endpointIds.filter((endpoint) => methods.some((method) => method === endpoints[endpoint].method))
      for (const endpoint of asked) {
        const request = requestById(endpoint, given.unknownId())
        const answer = await api.raw({ ...request, as: 'none', headers: { [requestIdHeader]: id } })
        isEchoed(verify, answer, { what: `${endpoint} without a key`, id })
      }
    },
  )

scenario(
  'refusals without a key carry a fresh request id where none came in',
  { verifies: ['HDR-03'] },
  async ({ api, verify }) => {
    const [one, other] = [
      await api.send('listWorkspaces', { as: 'none' }),
      await api.send('listWorkspaces', { as: 'none' }),
    ]
    const [first, second] = [one.headers[requestIdHeader], other.headers[requestIdHeader]]
    // Whether there is the header at all is judged on every answer.
    if (first === undefined || second === undefined) return
    verify('HDR-03', other).that({
      claim: 'a refusal has an id of its own, a fresh one each time',
      holds: second !== '' && second !== first,
      expected: 'an id that no other answer has',
      received: JSON.stringify(second),
    })
  },
)
