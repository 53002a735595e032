import { test } from 'vitest'
import { expectValuesFound } from './expect-values-found.ts'

// The second tier tries other fields.
test.concurrent.each([
  { fields: ['id'], requirement: 'GEN-02' },
  { fields: ['readable_id'], requirement: 'PROD-02' },
] as const)('hostile values of $fields are $requirement’s, and no fault of the suite', ({ fields, requirement }) =>
  expectValuesFound(fields, requirement),
)
