import { describe, expect, test } from 'vitest'
import type { NewFinding } from '../../lib/checks/finding.ts'
import type { JournalRecord } from '../../lib/checks/journal.ts'
import { RunJournal } from '../../lib/checks/run-journal.ts'
import { exchangeOf } from '../passive/exchange-of.ts'

const judged = exchangeOf({ path: '/v1/public/products' })

function found(parts: Partial<NewFinding>): NewFinding {
  return {
    requirement: 'PROP-17',
    check: 'a value is kept',
    claim: 'property.value is "a"',
    expected: '"a"',
    received: '"b"',
    hint: '',
    fingerprint: 'property.value',
    way: 'claim',
    exchanges: [judged],
    ...parts,
  }
}

function recordOf(fill: (journal: RunJournal) => void): JournalRecord {
  const journal = new RunJournal()
  fill(journal)
  return journal.record({ coverage: { endpoints: [], fields: [], enumValues: [] }, dialect: {} })
}

const findingsOf = (...findings: readonly NewFinding[]) =>
  recordOf((journal) => findings.forEach((one) => journal.violated(one))).findings

const seen = (type: 'date' | 'text', sender: string): NewFinding =>
  found({ way: 'any answer', shows: { type, fields: ['value'] }, foundIn: [sender] })

describe('values of a finding', () => {
  // As JSON, of two such texts in a list: 4,000 characters.
  const long = 'x'.repeat(1995)
  const record = { id: 'r1', name: 'pump' }

  test('are kept up to 4,000 characters', () => {
    const failure = { expected: long.slice(1), received: long.slice(1), record }
    expect(findingsOf(found({ failure }))[0]?.failure).toEqual(failure)
  })

  test('are left to the words of the finding if they are longer', () => {
    const failure = { of: 'property', expected: `${long}xx`, received: `${long}xx`, record }
    expect(findingsOf(found({ failure }))[0]?.failure).toEqual({ of: 'property', record })
  })

  test('show a record that is longer by its id', () => {
    const failure = { expected: 'a', received: 'b', record: { ...record, name: `${long}${long}${long}` } }
    expect(findingsOf(found({ failure }))[0]?.failure).toEqual({ ...failure, record: { id: 'r1' } })
  })
})

describe('a finding that shows again', () => {
  test('is one, counted, with the first three checks that showed it', () => {
    const findings = findingsOf(...['a', 'a', 'b', 'c', 'd'].map((sender) => seen('date', sender)))
    expect(findings).toMatchObject([{ occurrences: 5, foundIn: ['a', 'b', 'c'], symptom: { type: 'date' } }])
  })

  test('in properties of another type is of no type', () => {
    const [finding] = findingsOf(seen('date', 'a'), seen('text', 'a'))
    expect(finding?.symptom).toMatchObject({ fields: ['value'] })
    expect(finding?.symptom).not.toHaveProperty('type')
  })

  test('of a check is counted without other checks', () => {
    expect(findingsOf(found({}), found({}))).toMatchObject([{ occurrences: 2 }])
    expect(findingsOf(found({}), found({ foundIn: ['a'] }))[0]).not.toHaveProperty('foundIn')
  })

  test('with another fingerprint or requirement is another', () => {
    expect(findingsOf(found({}), found({ fingerprint: 'property.unit' }))).toHaveLength(2)
    expect(findingsOf(found({}), found({ requirement: 'PROP-18' }))).toHaveLength(2)
  })
})

test('exchanges begin with what was made before, each once; those beside the judged one are marked', () => {
  const [made, control] = [exchangeOf({ path: '/made' }), exchangeOf({ path: '/control' })]
  const [finding] = findingsOf(
    found({ made: [made, control], exchanges: [control, judged], beside: [control, judged] }),
  )
  expect(finding?.exchanges.map(({ url, isCompared }) => [new URL(url).pathname, isCompared])).toEqual([
    ['/made', undefined],
    ['/control', true],
    [new URL(judged.request.url).pathname, undefined],
  ])
  expect(finding?.reproduce).toContain(judged.request.url)
})

test('what a check evaluated counts unless it did not finish', () => {
  const { evaluations } = recordOf((journal) => {
    expect(journal.evaluated('PN-01', 'one', { times: 0 })).toBeUndefined()
    expect(journal.hasEvaluated('PN-01')).toBe(false)
    journal.evaluated('PN-01', 'one')
    journal.evaluated('PN-01', 'one', { times: 2 })
    journal.evaluated('PN-01', 'two')
    expect([journal.hasEvaluated('PN-01'), journal.hasEvaluated('PN-01', 'three')]).toEqual([true, false])
    journal.unfinished('PN-01', 'two')
    expect([journal.hasEvaluated('PN-01', 'one'), journal.hasEvaluated('PN-01', 'two')]).toEqual([true, false])
    journal.unfinished('PN-01', 'one')
    expect(journal.hasEvaluated('PN-01')).toBe(false)
    journal.evaluated('PN-01', 'one', { times: 3, at: 'a place' })
  })
  expect(evaluations).toEqual([{ requirement: 'PN-01', check: 'one', case: 'a place', count: 3 }])
})

test('observations are kept once, and a hundred of a requirement', () => {
  const { observations } = recordOf((journal) => {
    const values = ['1', '1', ...Array.from({ length: 120 }, (_, index) => `${index}`)]
    for (const value of values) journal.observed({ requirement: 'GEN-06', name: 'delay', value })
    journal.observed({ requirement: 'GEN-05', name: 'delay', value: '1' })
  })
  expect(observations.map(({ requirement }) => requirement)).toHaveLength(101)
  expect(new Set(observations.map(({ requirement, value }) => `${requirement} ${value}`)).size).toBe(101)
})

test('the traffic of a check is the sum of its exchanges', () => {
  const one = { ...judged, check: 'a', durationMs: 5 }
  const { exchanges, traffic } = recordOf((journal) => {
    for (const exchange of [one, one, { ...one, check: 'b' }]) journal.exchanged(exchange)
  })
  expect(exchanges).toBe(3)
  expect(traffic).toEqual([
    { check: 'a', exchanges: 2, durationMs: 10 },
    { check: 'b', exchanges: 1, durationMs: 5 },
  ])
})
