import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startReference, type Reference } from '../../reference/start-reference.ts'
import { runCli } from './run-cli.ts'

const directory = mkdtempSync(join(tmpdir(), 'cli-'))
const file = (name: string, text: string): string => {
  const path = join(directory, name)
  writeFileSync(path, text)
  return path
}
/** One of its own: the cases are run at once, and a directory is written to by one run at a time. */
const newReports = (): string => mkdtempSync(join(directory, 'reports-'))
const key = { CONFORMANCE_API_KEY: 'svc_api_no_such_key_0123456789012345678901234567' }
let reference: Reference

beforeAll(async () => {
  reference = await startReference()
})
afterAll(() => reference.close())

const mistakes = [
  { mistake: 'an unknown flag', words: ['--nope'], says: /--nope/ },
  { mistake: 'a word that belongs nowhere', words: ['PN'], says: /too many arguments/ },
  { mistake: 'a base URL that is none', words: ['--base-url', 'example'], says: /base URL is not a URL; give an http/ },
  { mistake: 'a base URL with a query', words: ['--base-url', 'http://127.0.0.1:1/?a=1'], says: /query/ },
  {
    mistake: 'a base URL that goes too far',
    words: ['--base-url', 'http://127.0.0.1:1/v1/public'],
    says: /\/v1\/public.*remove it/,
  },
  { mistake: 'a base URL without a key', words: ['--base-url', 'http://127.0.0.1:1'], says: /CONFORMANCE_API_KEY/ },
  {
    mistake: 'a target that is not there',
    words: ['--base-url', 'http://127.0.0.1:1'],
    environment: key,
    says: /cannot be reached.*--base-url/,
  },
  {
    mistake: 'a target file with an unknown key',
    words: ['--target', file('unknown.json', '{ "nme": "x" }')],
    says: /"nme"/,
  },
  {
    mistake: 'a target file that is no JSON',
    words: ['--target', file('broken.json', '{ "name": ')],
    says: /broken\.json.*JSON/,
  },
  {
    mistake: 'a target file that is not there',
    words: ['--target', join(directory, 'absent.json')],
    says: /absent\.json/,
  },
  {
    mistake: 'a format of part numbers that backtracks without end',
    words: ['--target', file('slow.json', '{ "fixtures": { "partNumberRule": { "pattern": "^(a+)+$" } } }')],
    says: /^error: fixtures\.partNumberRule\.pattern .*\^\(a\+\)\+\$, backtracks without end/,
  },
  {
    mistake: 'controls that do not parse',
    words: ['--controls', file('broken.mjs', 'export const setAiUsage = async () => 1\n\nexport const = 2\n')],
    says: /broken\.mjs, line 3, cannot be loaded \(SyntaxError: [^\n]+\); check --controls\n$/,
  },
  {
    mistake: 'controls that import what there is not',
    words: ['--controls', file('imports.mjs', "\nimport { nothing } from 'node:fs'\nnothing()\n")],
    says: /imports\.mjs, line 2, cannot be loaded \(SyntaxError: [^\n]+nothing[^\n]*\)/,
  },
  {
    mistake: 'controls that throw',
    words: ['--controls', file('throws.mjs', "\nthrow new Error('no such service')\n")],
    says: /throws\.mjs, line 2, cannot be loaded \(Error: no such service\)/,
  },
  {
    mistake: 'controls that are no functions',
    words: ['--controls', file('number.mjs', '\n\nexport const setAiUsage = 7\n')],
    says: /number\.mjs, line 3, exports setAiUsage, which is not a function/,
  },
  {
    mistake: 'an older deployment that is none',
    words: ['--against', 'previous'],
    environment: key,
    says: /^error: the URL of --against is not a URL; give an http/,
  },
  { mistake: 'a seed that is no number', words: ['--seed', 'x'], says: /--seed/ },
  { mistake: 'an effort that is none', words: ['--effort', 'heroic'], says: /heroic/ },
  { mistake: 'a dry run', words: ['--dry-run'], says: /no --dry-run; use doctor with the same options/ },
  {
    mistake: 'a text that no title holds',
    words: ['--only', 'text:nowhere-at-all'],
    says: /no title .*"nowhere-at-all"/,
  },
  { mistake: 'a selection of nothing known', words: ['--only', 'NOPE-01'], says: /--only.*NOPE-01/ },
  { mistake: 'a selection that is no expression', words: ['--only', 'PN &&'], says: /--only/ },
  { mistake: 'a selection that matches nothing', words: ['--only', 'AUTH-01 && trace'], says: /selects no check/ },
] as const

describe('a mistake of the caller gets one line that names it, and exit code 2', { concurrent: true }, () => {
  test.each(mistakes)('$mistake', async ({ words, says, ...rest }) => {
    const ended = await runCli(
      ['run', '--reports', newReports(), ...words],
      'environment' in rest ? rest.environment : {},
    )
    expect(ended.stderr).toMatch(says)
    expect(ended.stderr).not.toMatch(/^\s+at /m)
    expect(ended.code).toBe(2)
  })

  test.each([
    {
      mistake: 'a fault that is nearly one',
      words: ['--fault', 'retired-number-back-to-it-product'],
      says: /unknown fault .*; did you mean retired-number-back-to-its-product\?/,
    },
    { mistake: 'a variant that is none', words: ['--variant', 'xq'], says: /unknown variant xq; see list variants/ },
    {
      mistake: 'a database file that is none',
      words: ['--data', file('not.db', 'this is no database, however long it may be')],
      says: /--data .*not\.db cannot be used: /,
    },
    {
      mistake: 'a database where there is no place for one',
      words: ['--data', join(directory, 'nowhere', 'x.db')],
      says: /--data .*x\.db cannot be used: /,
    },
  ])('serve: $mistake', async ({ words, says }) => {
    const ended = await runCli(['serve', ...words])
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/^error: .*\n$/) })
    expect(ended.stderr).toMatch(says)
  })

  test.each([
    {
      words: ['--reports', join(directory, 'nowhere')],
      says: /the directory .*nowhere does not exist; check --reports/,
    },
    { words: [directory], says: /is a directory, not a ledger/ },
  ])('cleanup $words', async ({ words, says }) => {
    const ended = await runCli(['cleanup', ...words])
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(says) })
  })

  test('a refused key', async () => {
    const ended = await runCli(['run', '--base-url', reference.baseUrl, '--reports', newReports()], key)
    expect(ended.stderr).toMatch(/rejected the key.*CONFORMANCE_API_KEY/)
    expect(ended.stderr).not.toContain(key.CONFORMANCE_API_KEY)
    expect(ended.code).toBe(2)
  })
})
