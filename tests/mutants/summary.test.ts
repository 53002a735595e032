import { expect, test } from 'vitest'
import type { MutantOutcome, Result } from '../../proof/mutants/outcome.ts'
import { summaryOf } from '../../proof/mutants/summary.ts'

const survivor: MutantOutcome = { state: 'survived', isReached: true, exchanges: 1, blocked: [], untested: [] }

function result(outcome: MutantOutcome, file = 'reference/service/store/store.ts'): Result {
  return { mutant: { id: '1', file, line: 1, mutator: '', original: '', replacement: '', context: '' }, outcome }
}

test('a mutant that timed out or left the run incomplete is not counted as killed', () => {
  const killed = result({ state: 'killed', by: 'GEN-01', claim: '' })
  const summary = summaryOf([
    killed,
    killed,
    killed,
    result(survivor),
    result({ state: 'timed-out' }),
    result({ state: 'incomplete', reason: '' }),
  ])
  expect(summary).toContain('3 killed')
  expect(summary).toContain('1 survived')
  expect(summary).toContain('1 left the run incomplete, 1 timed out')
  expect(summary).toContain('75.0 % of those that a client can see are killed, 50.0 % with')
})

test('a survivor that no client can see leaves the share as it is', () => {
  const invisible = result(survivor, 'reference/service/documents/render-pdf.ts')
  const summary = summaryOf([result({ state: 'unusable', reason: '' }), invisible])
  expect(summary).toContain('1 survived (1 with a reason)')
  expect(summary).toContain('100.0 % of those')
})

test('a mutant that no client can see is no miss where its run was incomplete either', () => {
  const invisible = result({ state: 'incomplete', reason: '' }, 'reference/service/documents/render-pdf.ts')
  expect(summaryOf([result({ state: 'unusable', reason: '' }), invisible])).toContain('100.0 % with')
})

test('a mutant that is killed and thought to be invisible is told of', () => {
  const killed: MutantOutcome = { state: 'killed', by: 'GEN-01', claim: '' }
  const results = [result(killed), result(killed, 'reference/service/http/broken-request.ts')]
  expect(summaryOf(results)).toContain('1 of the killed have a reason')
})
