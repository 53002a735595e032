import { expect, test } from 'vitest'
import { CoverageRecorder, Reservoir, Tally } from '../../lib/checks/passive/coverage.ts'
import { exchangeOf } from './exchange-of.ts'
import { file, property, uuid } from './resources.ts'

test('what a run came across is counted by endpoint, field and value', () => {
  const recorder = new CoverageRecorder()
  recorder.see(exchangeOf({ path: '/v1/public/properties?item_id=1', json: { items: [property, property], count: 2 } }))
  recorder.see(exchangeOf({ path: `/v1/public/files/${uuid}`, json: file }))
  recorder.see(
    exchangeOf({ path: `/v1/public/files/${uuid}`, status: 404, json: { error: 'not_found', message: 'x' } }),
  )
  recorder.see(exchangeOf({ path: '/v1/public/nothing', status: 404, json: {} }))
  const { endpoints, fields, enumValues } = recorder.record()
  expect(endpoints).toContainEqual({
    endpoint: 'getFile',
    method: 'GET',
    path: '/v1/public/files/{file_id}',
    exchanges: 2,
    statuses: [200, 404],
    medianMs: 5,
  })
  expect(endpoints.map(({ endpoint }) => endpoint)).toContain('other paths and methods')
  expect(fields).toContainEqual({ schema: 'property', field: 'value', seen: 2 })
  expect(fields).toContainEqual({ schema: 'reference', field: 'page', seen: 2 })
  expect(fields).toContainEqual({ schema: 'error', field: 'error', seen: 1 })
  expect(enumValues).toContainEqual({ schema: 'file-usage', field: 'target_type', value: 'item', seen: 1 })
  expect(enumValues).toContainEqual({ schema: 'error', field: 'error', value: 'not_found', seen: 1 })
})

test('a tally takes no more names than its bound, and counts on', () => {
  const tally = new Tally(2)
  for (const name of ['a', 'b', 'c', 'a', 'x'.repeat(200)]) tally.count('g', name)
  expect([...tally.entries()]).toEqual([
    { group: 'g', name: 'a', seen: 2 },
    { group: 'g', name: 'b', seen: 1 },
  ])
})

test('a median is of the last thousand', () => {
  const reservoir = new Reservoir()
  expect(reservoir.median).toBe(0)
  for (const value of [3, 1, 2]) reservoir.add(value)
  expect(reservoir.median).toBe(2)
  reservoir.add(10)
  expect(reservoir.median).toBe(2.5)
  for (let index = 0; index < 1000; index += 1) reservoir.add(7)
  expect(reservoir.median).toBe(7)
})
