import { listNames, lists, type EndpointId, type Sources } from '#suite'
import { ifPossible } from '../shared/obstacle.ts'
import type { Part, ReadyRequest } from './ready-request.ts'
import { requestsThatWrite } from './requests-that-write.ts'

const pace = false

export type Requests = ReadonlyMap<EndpointId, ReadyRequest>

/**
 * A valid request to each endpoint that the run may call, ready to be sent when the limit is spent. What is changed was read before:
 * a read in between would wait for the next window.
 */
export async function requestsToEndpoints(sources: Sources): Promise<Requests> {
  const writes = sources.session.configuration.mode === 'read-write'
  const requests = new Map<EndpointId, ReadyRequest>()
  for (const part of [toLists, toRecords, ...(writes ? requestsThatWrite : [])])
    for (const [endpoint, ready] of (await ifPossible(part(sources))) ?? []) requests.set(endpoint, ready)
  return requests
}

const toLists: Part = async ({ api, given }) =>
  Promise.all(
    listNames.map(async (name) => {
      const { endpoint } = lists[name]
      const query = { ...(await given.listQuery(name)), limit: 1 }
      return [endpoint, { send: () => api.send(endpoint, { query, pace }) }] as const
    }),
  )

const toRecords: Part = async ({ api, given }) => {
  const path = {
    workspace_id: await given.listedId('workspaces'),
    product_id: await given.listedId('products'),
    item_id: await given.listedId('items'),
    property_id: await given.listedId('properties'),
    file_id: await given.listedId('files'),
  }
  const reads = ['getWorkspace', 'getProduct', 'getItem', 'getProperty', 'getFile', 'downloadFile'] as const
  return reads.map((endpoint) => [endpoint, { send: () => api.send(endpoint, { path, pace }) }])
}
