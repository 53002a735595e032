import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCli } from '../cli/run-cli.ts'
import { openTarget, runWords, targetKeys } from './open-target.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const root = temporaryDirectory('controls-')

function moduleOf(name: string, text: string): string {
  const path = join(root, `${name}.mjs`)
  writeFileSync(path, `export const getAiUsage = async () => true\n${text}`)
  return path
}

const selected = ['--only', 'PROD-03 || PROD-17 || AI-01']

describe('a run and a doctor end, whatever the controls module keeps open or throws when nobody waits for it', () => {
  test.each([
    { what: 'a timer', text: 'setInterval(() => {}, 1000)' },
    { what: 'a server', text: `import { createServer } from 'node:http'\ncreateServer().listen(0)` },
    { what: 'an endless loop', text: 'setTimeout(() => { for (;;); }, 50)' },
    {
      what: 'a late rejection',
      text: `setTimeout(() => void Promise.reject(new Error('no pool')), 50)`,
      lines: 1,
    },
    { what: 'a late exception', text: `setTimeout(() => { throw new TypeError('no pool') }, 50)`, lines: 1 },
    { what: 'an end of the process', text: 'setTimeout(() => process.exit(0), 50)' },
  ])('$what', async ({ what, text, lines = 0 }) => {
    const controls = moduleOf(what.replaceAll(' ', '-'), text)
    await using target = await openTarget()
    const rows = await target.rows()
    const reports = join(root, `of-${what.replaceAll(' ', '-')}`)
    const ended = await runCli([...runWords(target.url, reports), ...selected, '--controls', controls], targetKeys)
    expect(ended.code).toBe(0)
    expect(JSON.parse(readFileSync(join(reports, 'conformance.json'), 'utf8')).verdict).not.toBe('error')
    expect(target.count.creations).toBeGreaterThan(0)
    expect(await target.rows()).toEqual(rows)
    expect(readdirSync(reports).filter((name) => name.startsWith('ledger-'))).toEqual([])
    const late = new RegExp(`^the controls module ${controls}, line 2, failed .*no pool.*$`, 'gm')
    expect(ended.stderr.match(late) ?? []).toHaveLength(lines)
    const doctor = await runCli(['doctor', '--base-url', target.url, '--controls', controls], targetKeys)
    expect(doctor).toMatchObject({ code: 0 })
  })
})

test('checks and teardown of a run call one instance of the module', async () => {
  const log = join(root, 'instances')
  const controls = moduleOf(
    'counting',
    `import { appendFileSync } from 'node:fs'
appendFileSync(${JSON.stringify(log)}, 'loaded\\n')
export const setAiUsage = async (enabled) => appendFileSync(${JSON.stringify(log)}, 'set ' + enabled + '\\n')`,
  )
  await using target = await openTarget()
  const words = [...runWords(target.url, join(root, 'of-counting')), '--only', 'AI-03 || AI-01', '--controls', controls]
  await runCli(words, targetKeys)
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n')
  expect(lines.filter((line) => line === 'loaded')).toHaveLength(1)
  expect(lines.length).toBeGreaterThan(1)
})

describe('a controls module that does not come to its end is named in one line, before the first request', () => {
  test.each([
    { what: 'never settles', text: 'await new Promise(() => {})', deadline: 600, why: 'its import never ends' },
    {
      what: 'ends the process',
      text: 'process.exit(0)',
      deadline: 600,
      why: 'its import never ends, or ends the process',
    },
    {
      what: 'takes longer than the deadline',
      text: 'await new Promise((on) => setTimeout(on, 1e9))',
      deadline: 2,
      why: '2 s',
    },
    { what: 'loops', text: 'for (;;);', deadline: 2, why: '2 s' },
  ])('$what', async ({ what, text, deadline, why }) => {
    const controls = moduleOf(what.replaceAll(' ', '-'), text)
    await using target = await openTarget()
    const words = [
      ...runWords(target.url, join(root, `of-${what}`)),
      '--deadline',
      `${deadline}`,
      '--controls',
      controls,
    ]
    const ended = await runCli(words, targetKeys)
    expect(ended.code).toBe(2)
    expect(ended.stderr).toMatch(/^error: the controls module .* cannot be loaded \(.*\); check --controls\n$/)
    expect(ended.stderr).toContain(`${controls} cannot be loaded (Error: `)
    expect(ended.stderr).toContain(why)
    expect(target.count.requests).toBe(0)
  })
})
