import { test } from 'vitest'
import { expectValuesFound, openIndependent } from './expect-values-found.ts'

// The second tier tries these and other fields, and headers, by all checks.
test.concurrent.each([
  { names: ['id'], requirement: 'GEN-02', areas: ['ITEM', 'WS'] },
  { names: ['readable_id'], requirement: 'PROD-02', areas: ['PN'] },
  { fields: ['type'], requirement: 'PROP-03', areas: ['VER', 'PROP'] },
  { fields: ['error', 'loc'], requirement: 'ERR-01', areas: ['ERR'] },
] as const)('hostile values of %j put no check out of step', ({ areas, ...row }) => expectValuesFound(row, areas))

test.concurrent.each([
  { names: ['id'], requirement: 'GEN-02', areas: ['ITEM'] },
  { names: ['readable_id'], requirement: 'PROD-02', areas: ['PN'] },
] as const)('nor those of %j on an independent server', ({ areas, ...row }) =>
  expectValuesFound(row, areas, openIndependent),
)
