import { expect, test } from 'vitest'
import { ConfigurationError } from '../../lib/config/errors.ts'
import { matchesPattern } from '../../lib/contract/matches-pattern.ts'
import { checkPartNumberFormat } from '../../lib/service/given/part-number-format.ts'
import { thrownBy } from './thrown-by.ts'

const declared = (pattern: string) => ({ fixtures: { partNumberRule: { pattern } } })

test.each(['^PN-\\d{4}$', '^PN-[0-9A-Z]+$', '^(\\d+-)*\\d+$', '^(?:[A-Z]{3}-){2}[0-9]{1,9}$', 'PN'])(
  'the declared format %s is accepted',
  (pattern) => {
    checkPartNumberFormat(declared(pattern))
    expect(matchesPattern('none of them', pattern)).toBe(false)
  },
)

test.each([
  ['^(a+)+$', 'backtracks without end'],
  ['^(a|aa)+$', 'backtracks without end'],
  ['^([A-Z]+-?)+\\d$', 'backtracks without end'],
  ['^((a{1000}){1000}){1000}$', 'is too large'],
  ['[A-Z]{1000000}', 'is too large'],
  ['^(?!PN-0000)PN-\\d{4}$', 'lookaround'],
  ['^(a)\\1$', 'back references'],
])('the declared format %s is refused before the run: it %s', (pattern, why) => {
  const error = thrownBy(() => checkPartNumberFormat(declared(pattern)))
  expect(error).toBeInstanceOf(ConfigurationError)
  expect(error.message).toContain(`${pattern}, `)
  expect(error.message).toContain(why)
})

test('a match that does not end is given up', () => {
  expect(matchesPattern(`${'a'.repeat(60)}b`, '^(a+)+$')).toBeUndefined()
})
