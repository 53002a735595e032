import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createControls } from '../../reference/controls.ts'
import { startReference, type Reference } from '../../reference/start-reference.ts'
import { runCli } from './run-cli.ts'
import { startCli } from './start-cli.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const root = temporaryDirectory('settings-')

const module = join(import.meta.dirname, '../../reference/controls-module.ts')
const limit = { limit: 5000, windowSeconds: 7 }

/** A controls module that writes down what it is asked for, and does it by the reference's own. */
function tellingModule(calls: string): string {
  const path = join(mkdtempSync(join(root, 'module-')), 'controls.mjs')
  writeFileSync(
    path,
    `import { appendFileSync } from 'node:fs'
import * as own from ${JSON.stringify(module)}
const telling = (name) => async (...given) => {
  const answer = await own[name](...given)
  appendFileSync(${JSON.stringify(calls)}, JSON.stringify([name, given, answer ?? null]) + '\\n')
  return answer
}
${['createApiKey', 'revokeApiKey', 'setAiUsage', 'setRateLimit', 'setPartNumberRule', 'getAiUsage', 'getRateLimit', 'getPartNumberRule', 'publishVersion', 'softDeleteProperty', 'createGeneratedDocument'].map((name) => `export const ${name} = telling('${name}')`).join('\n')}
`,
  )
  return path
}

type Call = readonly [name: string, given: readonly unknown[], answer: { readonly id?: string } | null]

function callsIn(path: string): readonly Call[] {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  return lines.map((line): Call => JSON.parse(line))
}

function environmentOf({ keys, controlUrl }: Reference): Record<string, string> {
  return { CONFORMANCE_API_KEY: keys.own, PRODUCT_DATA_CONTROL_URL: controlUrl }
}

async function configured(): Promise<Reference> {
  const reference = await startReference({ seed: 'embedded' })
  const controls = createControls(reference.controlUrl)
  await controls.setRateLimit(limit)
  await controls.setAiUsage(true)
  return reference
}

async function expectAsBefore({ controlUrl }: Reference): Promise<void> {
  const controls = createControls(controlUrl)
  expect(await controls.getRateLimit()).toEqual(limit)
  expect(await controls.getAiUsage()).toBe(true)
}

/** Keys that were made and not revoked. */
function keysLeft(calls: readonly Call[]): readonly (string | undefined)[] {
  const revoked = new Set(calls.filter(([name]) => name === 'revokeApiKey').map(([, [id]]) => id))
  return calls.flatMap(([name, , answer]) => (name === 'createApiKey' && !revoked.has(answer?.id) ? [answer?.id] : []))
}

const isLedger = (name: string): boolean => name.startsWith('ledger-')

const selection = ['--only', 'RATE || AI || AUTH || PN-16 || PN-17', '--effort', 'quick', '--seed', '1']

describe('what controls change is put back', () => {
  test('at the end of a run, keys included', async () => {
    const reference = await configured()
    try {
      const calls = join(root, 'end.jsonl')
      const words = ['--allow-writes', '--allow-traces', ...selection, '--controls', tellingModule(calls)]
      const reports = join(root, 'end')
      const ended = await runCli(
        ['run', '--base-url', reference.baseUrl, ...words, '--reports', reports],
        environmentOf(reference),
      )
      expect(ended.code).toBe(0)
      expect(ended.stderr).toMatch(/^\d+ part numbers are retired for good: [^\n]*\n$/)
      expect(callsIn(calls).some(([name]) => name === 'setRateLimit')).toBe(true)
      expect(callsIn(calls).some(([name]) => name === 'setAiUsage')).toBe(true)
      await expectAsBefore(reference)
      expect(keysLeft(callsIn(calls))).toEqual([])
    } finally {
      await reference.close()
    }
  })

  test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)('after %s while a setting is changed', async (signal) => {
    for (const change of ['setRateLimit', 'setAiUsage']) {
      const reference = await configured()
      try {
        const own = mkdtempSync(join(root, 'signal-'))
        // A run takes no directory for its reports in which something else stands.
        const [reports, calls] = [join(own, 'reports'), join(own, 'calls.jsonl')]
        writeFileSync(calls, '')
        const words = [
          '--allow-writes',
          '--allow-traces',
          ...selection,
          '--reports',
          reports,
          '--controls',
          tellingModule(calls),
        ]
        const child = startCli(['run', '--base-url', reference.baseUrl, ...words], environmentOf(reference))
        const exit = once(child, 'exit')
        while (!callsIn(calls).some(([name]) => name === change) && child.exitCode === null) await sleep(5)
        expect(child.exitCode).toBeNull()
        await sleep(Math.random() * 200)
        child.kill(signal)
        await exit
        // A run that was killed is undone by its ledger; after another signal there is none.
        expect(readdirSync(reports).some(isLedger)).toBe(signal === 'SIGKILL')
        const cleanup = [
          'cleanup',
          '--base-url',
          reference.baseUrl,
          '--reports',
          reports,
          '--controls',
          tellingModule(calls),
        ]
        expect(await runCli(cleanup, environmentOf(reference))).toMatchObject({ code: 0, stderr: '' })
        await expectAsBefore(reference)
        expect(keysLeft(callsIn(calls))).toEqual([])
        expect(readdirSync(reports).filter(isLedger)).toEqual([])
      } finally {
        await reference.close()
      }
    }
  })
})

test('a run without writes changes nothing, controls included', async () => {
  const reference = await configured()
  try {
    const calls = join(root, 'reads.jsonl')
    writeFileSync(calls, '')
    const words = ['--effort', 'quick', '--controls', tellingModule(calls), '--reports', join(root, 'reads')]
    await runCli(['run', '--base-url', reference.baseUrl, ...words], environmentOf(reference))
    expect(callsIn(calls).filter(([name]) => !name.startsWith('get'))).toEqual([])
    await expectAsBefore(reference)
  } finally {
    await reference.close()
  }
})
