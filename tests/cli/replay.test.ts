import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyEnvironment } from '../../lib/client/key-variables.ts'
import { validate } from '../../lib/contract/schema-registry.ts'
import type { WrittenReport } from '../../lib/report/conformance-json.ts'
import { startChangedReference } from '../../proof/start-changed-reference.ts'
import { startReference, type Reference } from '../../reference/start-reference.ts'
import type { Ended } from '../execute.ts'
import { runCli } from './run-cli.ts'

const reports = mkdtempSync(join(tmpdir(), 'replayed-'))
let faulty: Reference
let sound: Reference
let report: WrittenReport
let run: Ended

beforeAll(async () => {
  faulty = await startChangedReference({ faults: ['retired-number-back-to-its-product'] })
  sound = await startReference()
  const words = ['--base-url', faulty.baseUrl, '--allow-writes', '--allow-traces', '--effort', 'quick']
  run = await runCli(
    ['run', ...words, '--only', 'PN-06 && !control:publish-version', '--reports', reports],
    keyEnvironment(faulty.keys),
  )
  report = JSON.parse(readFileSync(join(reports, 'conformance.json'), 'utf8'))
})
afterAll(async () => {
  await Promise.all([faulty.close(), sound.close()])
})

function signature(): string {
  return report.requirements.flatMap(({ findings }) => findings)[0]?.signature ?? ''
}

function replay(words: readonly string[], { keys }: Reference = faulty): Promise<Ended> {
  return runCli(['replay', ...words], keyEnvironment(keys))
}

function lastLine({ stdout }: Ended): string {
  return stdout.trimEnd().split('\n').at(-1) ?? ''
}

test('a run names the replay of its own report', () => {
  expect(validate('formats/conformance-report.json', report)).toEqual([])
  expect(run.stdout).toMatch(/replay: .*\/replayed-\w+ PN-06$/m)
})

test('a finding shows again on the same target, request by request, and nothing is left', async () => {
  const ended = await replay([reports, 'PN-06'])
  expect(ended.stderr).toBe('')
  expect(ended.stdout).toMatch(
    /^ {2}PATCH \/v1\/public\/products\/\S+\n +\{"part_number":null\}\n {2}→ 200 {2}x-request-id: \S+$/m,
  )
  expect(ended.stdout).toMatch(
    /^ {2}✗ PN-06 PATCH \/products\/\{product_id\} answers 409: expected 409, received 200$/m,
  )
  expect(lastLine(ended)).toMatch(/^BREACH.*: PN-06 “.*” does not hold again: expected 409, received 200$/)
  expect(ended.stdout).not.toContain(faulty.keys.own)
  expect(ended.code).toBe(1)
  expect(readdirSync(reports).filter((name) => name.startsWith('ledger'))).toEqual([])
})

test('one finding of them is meant by its signature, in the reports directory of a run', async () => {
  const ended = await replay([signature(), '--reports', reports])
  expect(ended.stdout).toContain('replaying a finding of PN-06')
  expect(lastLine(ended)).toMatch(/^BREACH: PN-06 /)
  expect(ended.code).toBe(1)
})

test('another deployment keeps it, where the checks may write', async () => {
  const words = [reports, 'pn-06', '--base-url', sound.baseUrl]
  const kept = await replay([...words, '--allow-writes', '--allow-traces'], sound)
  expect(lastLine(kept)).toMatch(/^KEPT.*: PN-06 “.*” was evaluated and holds$/)
  expect(kept.code).toBe(0)
  const undecided = await replay(words, sound)
  expect(lastLine(undecided)).toMatch(
    /^UNDECIDED.*not evaluated: traces-not-allowed: allow permanent leftovers .*\(--allow-writes --allow-traces\)$/,
  )
  expect(undecided.code).toBe(3)
})

function changedReport(change: (text: string) => string): string {
  const directory = mkdtempSync(join(tmpdir(), 'changed-'))
  cpSync(reports, directory, { recursive: true })
  const path = join(directory, 'conformance.json')
  writeFileSync(path, change(readFileSync(path, 'utf8')))
  return directory
}

test.for([
  ['no report', () => [join(tmpdir(), 'nowhere'), 'PN-06'], /report .*nowhere cannot be read/],
  ['no finding of it', () => [reports, 'PN-07'], /has no finding of PN-07; it has findings of PN-06/],
  ['no such signature', () => [reports, '0123456789ab'], /has no finding with the signature 0123456789ab/],
  ['no requirement', () => [reports, 'PN-6'], /unknown requirement or signature "PN-6"; did you mean PN-06\?/],
  ['too many words', () => [reports, 'PN-06', 'PN-07'], /a report and one requirement or signature/],
  [
    'another version',
    () => [
      changedReport((text) =>
        text.replace('"version":"0.1.0"', '"version":"0.0.9"').replace('"version": "0.1.0"', '"version": "0.0.9"'),
      ),
      'PN-06',
    ],
    /was made by version 0\.0\.9 of the suite, and this is version 0\.1\.0; run the suite again/,
  ],
  [
    'a check that is gone',
    () => [changedReport((text) => text.replaceAll(/"check": ?"[^"]*"/g, '"check":"an old check"')), signature()],
    /the check "an old check" of PN-06 no longer exists/,
  ],
  [
    'a report handed on',
    () => [changedReport((text) => text.replaceAll(faulty.baseUrl, 'https://api.example.test')), 'PN-06'],
    /belongs to https:\/\/api\.example\.test; confirm with --base-url https:\/\/api\.example\.test that the key may be sent there/,
  ],
] as const)('what cannot be replayed is said in one line: %s', async ([, words, says]) => {
  const { code, stdout, stderr } = await replay(words())
  expect(stderr).toMatch(says)
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
})
