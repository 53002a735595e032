import { randomUUID } from 'node:crypto'
import { endpointIds, endpoints, keyPrefix, scenario, type EndpointId, type RawRequest } from '#suite'
import { onEveryAnswer, onErrors } from '../survey/passive-ids.ts'

/**
 * A request of the endpoint that is wrong in everything but its path, so that only the missing key may be judged.
 * Its body is JSON all the same: many services read bodies before anything of theirs sees the request.
 */
function wrongInEverything(id: EndpointId): RawRequest {
  const { method, path } = endpoints[id]
  const body = method === 'POST' || method === 'PATCH' ? { json: { name: 5, readable_id: 'Not So', value: {} } } : {}
  return {
    method,
    endpoint: id,
    path: path.replaceAll(/\{\w+\}/g, () => randomUUID()),
    query: method === 'GET' ? { limit: 'none', type: 'none', version: 'none' } : {},
    broken: 'no key, unknown ids, a bad body or query',
    ...body,
  }
}

for (const id of endpointIds) {
  const { method, path } = endpoints[id]
  scenario(
    `${method} ${path} asks for the key before anything else`,
    {
      verifies: ['AUTH-07'],
      needs: method === 'GET' ? [] : ['write'],
      causedBy: ['AUTH-02'],
      covers: [...onEveryAnswer, ...onErrors],
    },
    async ({ api, verify }) => {
      const headers = { authorization: `Bearer ${keyPrefix}${randomUUID()}` }
      const without = await api.raw({ ...wrongInEverything(id), as: 'none' })
      verify('AUTH-07', without).hasStatus(401, 'the path, the query or the body may be judged before the key')
      const invalid = await api.raw({ ...wrongInEverything(id), as: 'forged', headers })
      verify('AUTH-07', invalid).hasStatus(401, 'a key that is none may open this endpoint')
    },
  )
}
