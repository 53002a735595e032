import { expect, test } from 'vitest'
import { endpointIds, endpoints } from '../../lib/service/interface/endpoint.ts'
import { matchEndpoint } from '../../lib/service/interface/match-endpoint.ts'
import { schemaIds } from '../../lib/contract/schema-files.ts'

test('the table has the 25 endpoints of the contract, no two alike', () => {
  expect(endpointIds).toHaveLength(25)
  expect(new Set(endpointIds.map((id) => `${endpoints[id].method} ${endpoints[id].path}`)).size).toBe(25)
})

test('every schema that the table names is there', () => {
  const named = endpointIds.flatMap((id) => {
    const endpoint = endpoints[id]
    return [
      ...('query' in endpoint ? [endpoint.query] : []),
      ...('body' in endpoint ? [endpoint.body.schema] : []),
      ...('schema' in endpoint.success ? [endpoint.success.schema] : []),
    ]
  })
  expect(named.filter((schema) => !schemaIds().includes(schema))).toEqual([])
})

test.each(endpointIds.map((id) => ({ id })))('$id is found again by its method and path', ({ id }) => {
  const { method, path } = endpoints[id]
  expect(matchEndpoint(method, path.replaceAll(/\{\w+\}/g, '0b8f6c1e'))).toBe(id)
})

test.each([
  ['GET', '/v1/public/items/bulk/x'],
  ['PUT', '/v1/public/products'],
  ['GET', '/v1/public/products/'],
  ['GET', '/v1/public/nothing'],
])('%s %s is no endpoint of the contract', (method, path) => {
  expect(matchEndpoint(method, path)).toBeUndefined()
})
