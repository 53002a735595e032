import { expect, test } from 'vitest'
import { exitCode } from '../../lib/report/exit-code.ts'

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
  expect(exitCode({ verdict }, options)).toBe(code)
})

test('a stale deviation fails a run that found nothing, and hides no error', () => {
  const staleDeviations = ['PN-04 0123456789ab (team): it expired']
  expect(exitCode({ verdict: 'conformant', staleDeviations })).toBe(1)
  expect(exitCode({ verdict: 'error', staleDeviations })).toBe(2)
})
