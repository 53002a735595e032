import { endpointIds, endpoints, requestById, scenario } from '#suite'

const unauthorized = { status: 401, code: 'unauthorized' } as const
const revoked = 'revoked-key|control:revoke-key'
const reads = endpointIds.filter((id) => endpoints[id].method === 'GET')
const writes = endpointIds.filter((id) => endpoints[id].method !== 'GET')

for (const { what, endpoints: asked, needs } of [
  { what: 'reads', endpoints: reads, needs: [revoked] },
  { what: 'writes', endpoints: writes, needs: [revoked, 'write'] },
] as const)
  scenario(
    `no endpoint for ${what} accepts a revoked key`,
    { verifies: ['AUTH-04'], needs, causedBy: ['AUTH-07'] },
    async ({ api, given, verify }) => {
      const control = await api.send('listWorkspaces')
      const headers = { authorization: `Bearer ${await given.revokedKey()}` }
      for (const endpoint of asked) {
        const answer = await api.raw({ ...requestById(endpoint, given.unknownId()), as: 'forged', headers })
        const hint = 'a revocation may hold in some places only'
        verify('AUTH-04', answer).isRefused({ ...unauthorized, control, hint })
      }
    },
  )
