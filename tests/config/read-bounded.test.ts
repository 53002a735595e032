import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigurationError } from '../../lib/config/errors.ts'
import { readDeviations } from '../../lib/config/read-deviations.ts'
import { settingsFrom } from '../../lib/config/settings.ts'
import { readTargetFile } from '../../lib/config/target-file.ts'
import { readReport } from '../../lib/report/read-report.ts'
import { thrownBy } from './thrown-by.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const directory = temporaryDirectory('bounded-')

const file = join(directory, '.env')
const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
const entry = '- requirement: PN-06\n  signature: "0123456789abcdef"\n  reason: a\n  owner: b\n  expires: 2027-01-01\n'

test.each([
  ['a target file of 2 MiB', readTargetFile, `{"name":"${'x'.repeat(2 ** 21)}"}`, 'larger than 1 MiB; check --target'],
  ['a deep target file', readTargetFile, `{"dialect":${deep}}`, 'nested deeper than 500 levels; check --target'],
  ['a deviations file of 30 MB', readDeviations, entry.repeat(300_000), 'larger than 1 MiB; use a file written by'],
  ['a deep deviations file', readDeviations, deep, 'nested deeper than 500 levels; use a file written by'],
  ['deviations of anchors alone', readDeviations, '&a '.repeat(20_000), 'at line 1, column 4'],
  [
    'a deep report',
    readReport,
    `{"schemaVersion":${deep}}`,
    'nested deeper than 500 levels; give the conformance.json',
  ],
  [
    'a .env of 2 MiB',
    () => settingsFrom({ flags: {}, environment: {}, directory }),
    `A=${'x'.repeat(2 ** 21)}`,
    '.env cannot be read: it is larger than 1 MiB',
  ],
])('%s is refused in one line', (_, read, text, says) => {
  writeFileSync(file, text)
  const error = thrownBy(() => read(file))
  expect(error).toBeInstanceOf(ConfigurationError)
  expect(error.message).toContain(says)
  expect(error.message).not.toContain('\n')
})

test.each([readTargetFile, readDeviations])('a file without end is refused too', (read) => {
  expect(() => read('/dev/zero')).toThrow('larger than 1 MiB')
})

test('a file of the largest size is read', () => {
  writeFileSync(file, `{"name":"x"}`.padEnd(2 ** 20))
  expect(readTargetFile(file)).toEqual({ name: 'x' })
})
