import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Criterion, ReproductionScript } from '../../lib/checks/finding.ts'
import { Chronicle } from '../../lib/reproduce/chronicle.ts'
import { reproductionScript } from '../../lib/reproduce/reproduction-script.ts'
import { runScript, type ScriptEnd } from './run-script.ts'

const baseUrl = 'http://127.0.0.1:9'
const directory = mkdtempSync(join(tmpdir(), 'without-answer-'))
afterAll(() => rmSync(directory, { recursive: true }))

function scriptOf(criterion?: Criterion): ReproductionScript {
  const finding = {
    requirement: 'AUTH-25',
    check: 'the configured key begins as keys do',
    claim: 'the configured key has the prefix of keys',
    fingerprint: 'prefix',
    expected: 'a key that begins with svc_api_',
    received: 'a key that begins otherwise',
    exchanges: [],
    ...(criterion && { criterion }),
  } as const
  return reproductionScript(finding, { chronicle: new Chronicle(), baseUrl, runId: 'ab12cd34' })
}

function run({ text }: ReproductionScript, key: string): Promise<ScriptEnd> {
  const path = join(directory, 'script.sh')
  writeFileSync(path, text)
  return runScript(path, baseUrl, { CONFORMANCE_API_KEY: key })
}

const prefix = { kind: 'key', prefix: 'svc_api_', isMade: false } as const

test.each([
  ['svc_api_abc', 0, 'PASS'],
  ['key_abc', 1, 'BREACH'],
])('a key is judged by how it begins, without a request: %s', async (key, code, word) => {
  const script = scriptOf(prefix)
  const end = await run(script, key)
  expect(end).toMatchObject({ code, output: expect.stringMatching(new RegExp(`^${word}`)) })
  expect(script.needs).toBeUndefined()
})

test.each([
  [{ kind: 'unseen', needs: "a look at somebody's page" } as const, "a look at somebody's page"],
  [undefined, 'a look at what was expected: no answer shows it'],
])('what no request shows is not decided, and the reports tell what it takes', async (criterion, needs) => {
  const script = scriptOf(criterion)
  const end = await run(script, 'svc_api_abc')
  expect(end).toMatchObject({ code: 3, output: expect.stringContaining(`needs ${needs}`) })
  expect(script.needs).toBe(needs)
  expect(script.text).toContain(`# needs: ${needs}`)
})
