import { assume, blocked, endpointIds, endpoints, scenario, requestOf } from '#suite'
import { sentRequestId, withoutKey } from '../shared/without-key.ts'
import { hasRequestId, requestIdHeader } from './request-id-header.ts'

// Last: a deployment may lock a client out that sends too many requests without a key.
// `withoutKey` sends a request of the endpoint without a key, with the request id `sentRequestId`, and wrong in all but its path.

for (const endpoint of endpointIds)
  scenario(
    `a 401 to ${requestOf(endpoint)} echoes the incoming request id`,
    { verifies: ['HDR-02'], when: 'last', needs: endpoints[endpoint].method === 'GET' ? [] : ['write'] },
    async (context) => {
      const answer = await withoutKey(endpoint, context)
      context.verify('HDR-02', answer).hasHeader(requestIdHeader, [sentRequestId], {
        of: `${requestOf(endpoint)} without a key`,
        where: hasRequestId(answer),
      })
    },
  )

scenario(
  'a 401 has a fresh request id when the request has none',
  { verifies: ['HDR-03'], when: 'last' },
  async ({ api, verify }) => {
    const [one, other] = [
      await api.send('listWorkspaces', { as: 'none' }),
      await api.send('listWorkspaces', { as: 'none' }),
    ]
    const [first, second] = [one.headers[requestIdHeader], other.headers[requestIdHeader]]
    // Whether there is the header at all is judged on every answer.
    assume(first !== undefined && second !== undefined, blocked('HDR-01', `the target sent no ${requestIdHeader}`))
    verify('HDR-03', other).hasHeader(requestIdHeader, { except: ['', first] }, { beside: [one] })
  },
)
