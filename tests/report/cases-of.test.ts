import { expect, test } from 'vitest'
import { endpointIds } from '../../lib/service/interface/endpoint.ts'
import { endpointCasesOf } from '../../lib/service/interface/endpoint-cases.ts'
import type { RequirementId } from '../../lib/contract/requirement.ts'
import { assembleReport } from '../../lib/report/assemble-report.ts'
import { mergeRecords } from '../../lib/merge/merge-records.ts'
import type { RunFacts } from '../../lib/report/run-facts.ts'
import { record, runFacts } from './prepared.ts'

const declared = [
  { case: 'one', requirements: ['PN-01', 'PN-02'] },
  { case: 'two', requirements: ['PN-01'] },
] as const

function casesOf(id: RequirementId, parts: Parameters<typeof record>[0], facts: Partial<RunFacts> = {}) {
  return assembleReport(record(parts), runFacts(facts)).requirements.find((row) => row.id === id)?.cases
}

test('each check that verifies a requirement is a case of it, also where nothing came to it', () => {
  const evaluations = [{ requirement: 'PN-01' as const, check: 'one', count: 7 }]
  expect(casesOf('PN-01', { declared, evaluations })).toMatchObject({
    known: 2,
    looked: 1,
    untested: [{ case: 'two', reason: 'blocked' }],
  })
})

test('a case that was not looked at has the reason and the remedy of its own check', () => {
  const obstacle = { reason: 'missing-control', needs: 'control:publish-version', remedy: 'supply it' } as const
  const untested = [
    { requirement: 'PN-01', check: 'one', reason: 'deadline', cause: 'time is up' },
    { requirement: 'PN-01', check: 'two', ...obstacle },
  ] as const
  expect(casesOf('PN-01', { declared, untested })?.untested).toEqual([
    { case: 'one', reason: 'deadline', cause: 'time is up' },
    { case: 'two', ...obstacle },
  ])
})

test('a case outside of a selection was not selected', () => {
  const selected: ReadonlySet<RequirementId> = new Set(['PN-02'])
  expect(casesOf('PN-01', { declared }, { selected })?.untested).toMatchObject([
    { case: 'one', reason: 'not-selected' },
    { case: 'two', reason: 'not-selected' },
  ])
})

test('a rule of every answer has a case at each endpoint; reads look at none of the writes', () => {
  const evaluations = [{ requirement: 'HDR-01' as const, check: 'headers', case: 'listProducts', count: 2 }]
  const facts = runFacts()
  const target = { ...facts.target, mode: 'read-only' as const }
  const cases = casesOf('HDR-01', { evaluations }, { target })
  expect(cases).toMatchObject({ known: endpointIds.length, looked: 1 })
  const reasons = new Map(cases?.untested.map((untested) => [untested.case, untested.reason]))
  expect([reasons.get('createProduct'), reasons.get('listFiles')]).toEqual(['writes-not-allowed', 'missing-fixture'])
})

test('what a check covers is no case of it, and its obstacle explains the endpoints that nothing looked at', () => {
  const obstacle = { reason: 'missing-fixture', remedy: 'declare it' } as const
  const untested = [{ requirement: 'PAGE-02', check: 'covers only', ...obstacle }] as const
  const cases = casesOf('PAGE-02', { untested })
  expect(cases?.known).toBe(endpointCasesOf('PAGE-02').length)
  expect(cases?.untested[0]).toMatchObject(obstacle)
})

test('the endpoints of a requirement are those whose schema states it', () => {
  expect(endpointCasesOf('PAGE-02')).toHaveLength(6)
  expect(endpointCasesOf('WS-02')).toEqual(['listWorkspaces', 'getWorkspace'])
  expect(endpointCasesOf('PROP-02')).toEqual(['listProperties', 'getProperty'])
  expect(endpointCasesOf('GEN-05')).toEqual(['createProduct', 'createItem', 'createProperty'])
  expect(endpointCasesOf('PN-01')).toEqual([])
})

test('the cases of shards are those of the whole', () => {
  const shards = ['one', 'two'].map((check) =>
    record({ declared, evaluations: [{ requirement: 'PN-01', check, count: 1 }] }),
  )
  expect(casesOf('PN-01', mergeRecords(shards))).toEqual({ known: 2, looked: 2, untested: [] })
})
