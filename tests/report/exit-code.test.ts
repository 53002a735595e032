import { expect, test } from 'vitest'
import { assembleReport } from '../../lib/report/assemble-report.ts'
import { exitCode } from '../../lib/report/judge-target.ts'
import { incompleteLines } from '../../lib/report/document/untested.ts'
import { record, runFacts } from './prepared.ts'

test.for([
  ['conformant', {}, 0],
  ['incomplete', {}, 0],
  ['non-conformant', {}, 1],
  ['error', {}, 2],
  ['conformant', { requireComplete: true }, 0],
  ['incomplete', { requireComplete: true }, 3],
  ['non-conformant', { requireComplete: true }, 1],
  ['error', { requireComplete: true }, 2],
] as const)('%s with %o exits with %i', ([verdict, options, code]) => {
  expect(exitCode({ verdict, requirements: [] }, options)).toBe(code)
})

test('a stale deviation fails a run that found nothing, and hides no error', () => {
  const staleDeviations = ['PN-04 0123456789ab (team): it expired']
  expect(exitCode({ verdict: 'conformant', staleDeviations, requirements: [] })).toBe(1)
  expect(exitCode({ verdict: 'error', staleDeviations, requirements: [] })).toBe(2)
})

test('complete is a run that looked at every case of the documented requirements', () => {
  const untested = [{ case: 'listFiles', reason: 'missing-control', cause: 'no control' }] as const
  const lacking = [{ case: 'listFiles', reason: 'missing-fixture', cause: 'no list of more than 50' }] as const
  const row = assembleReport(record(), runFacts()).requirements.find(({ id }) => id === 'PN-05')
  if (row === undefined) throw new Error('PN-05 is no requirement')
  const withCase = (kind: typeof row.kind) => [{ ...row, kind, cases: { known: 2, looked: 1, untested } }]
  const options = { requireComplete: true }
  expect(exitCode({ verdict: 'conformant', requirements: withCase('documented') }, options)).toBe(3)
  const lackedByTarget = [{ ...row, cases: { known: 2, looked: 1, untested: lacking } }]
  expect(exitCode({ verdict: 'conformant', requirements: lackedByTarget }, options)).toBe(3)
  expect(exitCode({ verdict: 'conformant', requirements: withCase('implied') }, options)).toBe(0)
  expect(exitCode({ verdict: 'conformant', requirements: withCase('documented') })).toBe(0)
})

test('what keeps a run from being complete is named with its case, and what would enable it', () => {
  const row = assembleReport(record(), runFacts()).requirements.find(({ id }) => id === 'PN-05')
  if (row === undefined) throw new Error('PN-05 is no requirement')
  const untested = ['listFiles', 'getFile'].map((name) => ({
    case: name,
    reason: 'missing-fixture' as const,
    remedy: 'give a revoked key',
  }))
  const requirements = [{ ...row, cases: { known: 3, looked: 1, untested } }]
  expect(incompleteLines({ requirements })).toEqual([
    'not complete: 2 cases of 1 documented requirements were not evaluated',
    '  give a revoked key: PN-05 (listFiles), PN-05 (getFile)',
  ])
  expect(
    incompleteLines({ requirements: [{ ...row, kind: 'implied', cases: { known: 3, looked: 1, untested } }] }),
  ).toEqual([])
})

test('an optional feature that a service lacks is not a case, and one that a setting would enable is', () => {
  const capability = { requirement: 'PN-05', check: 'a check', reason: 'capability-absent' } as const
  const casesWith = (obstacle: { cause: string } | { remedy: string; needs: string }) =>
    assembleReport(
      record({ declared: [{ case: 'a check', requirements: ['PN-05'] }], untested: [{ ...capability, ...obstacle }] }),
      runFacts(),
    ).requirements.find(({ id }) => id === 'PN-05')?.cases.known
  expect(casesWith({ remedy: 'declare it', needs: 'dialect' })).toBe((casesWith({ cause: 'no bulk' }) ?? 0) + 1)
})
