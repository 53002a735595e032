import { expect, test } from 'vitest'
import { mergeRecords } from '../../lib/merge/merge-records.ts'
import { finding, record } from './prepared.ts'

const endpoint = { endpoint: 'getProduct', method: 'GET', path: '/p' }

test('counts are added up and what two workers say alike is said once', () => {
  const look = { requirement: 'PN-04' as const, check: 'one', count: 2 }
  const untested = { requirement: 'PN-01' as const, check: 'one', reason: 'deadline' as const, cause: 'more time' }
  const observation = { requirement: 'AUTH-27' as const, name: 'bearer', value: '200' }
  const one = record({
    evaluations: [look],
    findings: [finding({ occurrences: 2 })],
    untested: [untested],
    observations: [observation],
    harnessProblems: [{ check: 'a', message: 'b' }],
    exchanges: 10,
    dialect: { formulaField: 'formula' },
  })
  const other = record({
    ...one,
    evaluations: [look, { ...look, check: 'two' }],
    observations: [observation, { ...observation, value: '401' }],
    exchanges: 5,
    dialect: { itemParameter: 'item_id' },
  })
  const merged = mergeRecords([one, other])
  expect(merged.evaluations.map(({ check, count }) => [check, count])).toEqual([
    ['one', 4],
    ['two', 2],
  ])
  expect(merged.findings.map(({ occurrences }) => occurrences)).toEqual([4])
  expect(merged.untested).toEqual([untested])
  expect(merged.observations.map(({ value }) => value)).toEqual(['200', '401'])
  expect(merged.harnessProblems).toHaveLength(2)
  expect(merged.exchanges).toBe(15)
  expect(merged.dialect).toEqual({ formulaField: 'formula', itemParameter: 'item_id' })
})

test('coverage is added up, and medians weigh by their exchanges', () => {
  const coverage = (exchanges: number, medianMs: number, statuses: number[]) => ({
    endpoints: [{ ...endpoint, exchanges, medianMs, statuses }],
    fields: [{ schema: 's', field: 'f', seen: 1 }],
    enumValues: [{ schema: 's', field: 'f', value: 'v', seen: 1 }],
  })
  const records = [record({ coverage: coverage(1, 10, [404]) }), record({ coverage: coverage(3, 2, [200, 404]) })]
  const merged = mergeRecords(records).coverage
  expect(merged.endpoints).toEqual([{ ...endpoint, exchanges: 4, medianMs: 4, statuses: [200, 404] }])
  expect(merged.fields[0]?.seen).toBe(2)
  expect(merged.enumValues[0]?.seen).toBe(2)
})

test('a finding that a violation in another worker explains is blocked by it', () => {
  const race = finding({ requirement: 'PN-22', check: 'race' })
  const evaluations = [{ requirement: 'PN-22' as const, check: 'race', count: 1 }]
  const merged = mergeRecords([record({ findings: [race], evaluations }), record({ findings: [finding()] })])
  expect(merged.findings.map(({ requirement }) => requirement)).toEqual(['PN-04'])
  expect(merged.evaluations).toEqual([])
  expect(merged.untested).toMatchObject([{ requirement: 'PN-22', reason: 'blocked', blockedBy: ['PN-04'] }])
})

test('it does not matter who has seen what first', () => {
  const untested = { requirement: 'PN-01' as const, check: 'one', reason: 'deadline' as const, cause: 'more time' }
  const observation = { requirement: 'AUTH-27' as const, name: 'bearer', value: '200' }
  const one = record({ findings: [finding()], untested: [untested], observations: [observation] })
  const other = record({
    findings: [finding({ check: 'another', fingerprint: 'another' })],
    untested: [{ ...untested, check: 'another' }],
    observations: [{ ...observation, value: '401' }],
  })
  expect(mergeRecords([one, other])).toEqual(mergeRecords([other, one]))
})

test('no records make an empty one', () => {
  expect(mergeRecords([])).toEqual({ ...record(), declared: [], evidence: [], exchanges: 0, traffic: [] })
})
