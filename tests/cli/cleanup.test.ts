import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startReference, type Reference } from '../../reference/start-reference.ts'
import { sealed, sealOf } from '../../lib/ledger/ledger-lines.ts'
import { openServer } from '../client/open-server.ts'
import { openRelay, unspoiled } from '../hostile/relay.ts'
import { runCli } from './run-cli.ts'
import { startCli } from './start-cli.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const root = temporaryDirectory('cleanup-')

let reference: Reference
beforeEach(async () => {
  reference = await startReference()
})
afterEach(() => reference.close())

const keysOf = ({ keys }: Reference): Record<string, string> => ({
  CONFORMANCE_API_KEY: keys.own,
  CONFORMANCE_OTHER_ORG_API_KEY: keys.otherOrganization,
})
const ledgersIn = (reports: string): string[] =>
  existsSync(reports) ? readdirSync(reports).filter((name) => name.startsWith('ledger-')) : []

const linesOfLedger = (reports: string): number =>
  ledgersIn(reports).reduce((sum, name) => sum + readFileSync(join(reports, name), 'utf8').split('\n').length - 1, 0)

/** All that both organizations have, as the interface shows it. */
async function everything({ baseUrl, keys }: Reference): Promise<string> {
  const lists = [keys.own, keys.otherOrganization].flatMap((key) =>
    ['workspaces', 'products', 'items', 'properties', 'files'].map(async (kind) => {
      const url = `${baseUrl}/v1/public/${kind}?limit=200`
      const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
      return `${kind} ${await answer.text()}`
    }),
  )
  return (await Promise.all(lists)).join('\n')
}

function headerOf(baseUrl: string): object {
  return { baseUrl, runId: 'abcd1234', startedAt: '2026-01-01T00:00:00.000Z' }
}

interface Written {
  readonly baseUrl: string
  readonly lines?: readonly object[]
  readonly header?: object
  /** What it is sealed with; the key of a run without it. */
  readonly key?: string
}

/** A ledger as a run writes it, each line sealed and following the one before. */
function ledgerOf(name: string, { baseUrl, lines = [], header = {}, key = reference.keys.own }: Written): string {
  const reports = join(root, name)
  mkdirSync(reports, { recursive: true })
  const path = join(reports, 'ledger-abcd1234.jsonl')
  const written = [sealed({ ...headerOf(baseUrl), ...header }, key)]
  for (const line of lines) written.push(sealed({ ...line, after: sealOf(written.at(-1) ?? '') }, key))
  writeFileSync(path, `${written.join('\n')}\n`)
  return path
}

const at = '2026-01-01T00:00:00.000Z'

/** Kills a run some time after it has announced its first creation. */
async function crash(reports: string): Promise<void> {
  const child = startCli(
    ['run', '--base-url', reference.baseUrl, '--allow-writes', '--allow-traces', '--reports', reports],
    keysOf(reference),
  )
  while (linesOfLedger(reports) < 2 && child.exitCode === null) await sleep(10)
  await sleep(Math.random() * 1500)
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

describe('after a crash', () => {
  test.each([1, 2, 3])('nothing of the run is left and nothing else has changed (%i)', async (time) => {
    const reports = join(root, `crash-${time}`)
    const before = await everything(reference)
    await crash(reports)
    const [ledger = ''] = ledgersIn(reports)
    const runId = /ledger-(.*)\.jsonl/.exec(ledger)?.[1] ?? ''
    expect(runId).toMatch(/^[a-z0-9]{8}$/)
    const ended = await runCli(['cleanup', '--reports', reports, '--base-url', reference.baseUrl], keysOf(reference))
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    const [line, ...traces] = ended.stdout.trimEnd().split('\n')
    expect(line).toMatch(new RegExp(`^run ${runId}: \\d+ removed.*nothing is left(?: but traces)?$`))
    expect(traces.join('\n')).toMatch(/^(?: {2}.*part numbers? (?:is|are) retired for good: CF-.*)?$/)
    const after = await everything(reference)
    expect(after).not.toContain(runId)
    expect(after).toBe(before)
    // Hidden files say whose the directory is.
    expect(readdirSync(reports).filter((name) => !name.startsWith('.conformance-'))).toEqual([])
  })
})

describe('cleanup', () => {
  test('with no ledger there is nothing to do', async () => {
    const ended = await runCli(['cleanup', '--reports', mkdtempSync(join(root, 'none-'))])
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(ended.stdout).toContain('nothing to remove')
  })

  test('a ledger of another deployment is refused', async () => {
    const path = ledgerOf('other-target', { baseUrl: 'http://127.0.0.1:1' })
    const ended = await runCli(['cleanup', path, '--base-url', reference.baseUrl], keysOf(reference))
    expect(ended.code).toBe(2)
    expect(ended.stderr).toMatch(/against http:\/\/127\.0\.0\.1:1, not/)
    expect(existsSync(path)).toBe(true)
  })

  test('data of another organization wants a key of it', async () => {
    const plan = { entry: '1', kind: 'product', identity: 'other-organization', at }
    const lines = [plan, { entry: '1', id: 'p1' }]
    const path = ledgerOf('other-organization', { baseUrl: reference.baseUrl, lines })
    const ended = await runCli(['cleanup', path, '--base-url', reference.baseUrl], {
      CONFORMANCE_API_KEY: reference.keys.own,
    })
    expect(ended.code).toBe(2)
    expect(ended.stderr).toContain('CONFORMANCE_OTHER_ORG_API_KEY')
  })

  test.each([
    {
      what: 'a ledger that is not there',
      pathOf: () => join(root, 'absent.jsonl'),
      says: /the ledger .* does not exist/,
    },
    {
      what: 'a target that is down',
      pathOf: () => ledgerOf('down', { baseUrl: 'http://127.0.0.1:1' }),
      says: /cannot be reached/,
    },
  ])('$what exits 2 with one line', async ({ pathOf, says }) => {
    const ended = await runCli(['cleanup', pathOf(), '--base-url', 'http://127.0.0.1:1'], keysOf(reference))
    expect(ended.code).toBe(2)
    expect(ended.stderr).toMatch(says)
    expect(ended.stderr.trim().split('\n')).toHaveLength(1)
  })

  test('what cannot be removed is named, the ledger stays, and the exit code is 1', async () => {
    await using target = await openRelay(reference.baseUrl, (answer, response) => {
      const { method, url = '' } = answer.asked
      const path = new URL(url, 'http://target').pathname
      if (!/\/(?:products|p1)$/.test(path)) return unspoiled(answer, response)
      const product = { id: 'p1', name: 'conformance abcd1234 x' }
      response.writeHead(method === 'DELETE' ? 500 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(path.endsWith('/p1') ? product : { items: [product], count: 1 }))
    })
    const path = ledgerOf('stubborn', {
      baseUrl: target.url,
      lines: [{ entry: '1', kind: 'product', identity: 'own', at, name: 'conformance abcd1234 x' }],
    })
    const ended = await runCli(['cleanup', path, '--base-url', target.url], { CONFORMANCE_API_KEY: reference.keys.own })
    expect(ended.code).toBe(1)
    expect(ended.stderr).toContain('left behind: product p1: deletion answered 500')
    expect(existsSync(path)).toBe(true)
  })

  test('a ledger without an address that the user gave is refused, and no key is sent there', async () => {
    const asked: string[] = []
    await using target = await openServer((request, response) => {
      asked.push(request.url ?? '')
      response.end('{"items":[],"count":0}')
    })
    const path = ledgerOf('unconfirmed', { baseUrl: target.url })
    const ended = await runCli(['cleanup', path], keysOf(reference))
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toContain(`--base-url ${target.url}`)
    expect(asked).toEqual([])
  })

  const rotor = { entry: '1', kind: 'product', identity: 'own', at, name: 'Rotor Assembly' }
  const settings = [
    { setting: 'ai-usage', before: false },
    { setting: 'rate-limit', before: { limit: 1, windowSeconds: 3600 } },
    { setting: 'key', of: 'k1' },
  ]

  test.each<{ what: string; planted: Omit<Written, 'baseUrl'>; says: string }>([
    { what: 'no run id', planted: { header: { runId: '' } }, says: 'is not a ledger' },
    { what: 'half a run id', planted: { header: { runId: 'abc' } }, says: 'is not a ledger' },
    { what: 'a word as run id', planted: { header: { runId: 'assembly' }, lines: [rotor] }, says: '"assembly"' },
    { what: 'an unknown field', planted: { header: { more: true } }, says: 'is not a ledger' },
    {
      what: 'the seal of somebody else',
      planted: { key: 'svc_api_of_somebody', lines: settings },
      says: 'not sealed with any of your',
    },
    { what: 'a name without the run id', planted: { lines: [rotor] }, says: 'line 2 names a record without the mark' },
  ])('a ledger with $what is refused by one line, and nothing is sent', async ({ planted, says }) => {
    const asked: string[] = []
    await using target = await openServer((request, response) => {
      asked.push(request.url ?? '')
      response.end('{"items":[],"count":0}')
    })
    const path = ledgerOf('planted', { baseUrl: target.url, ...planted })
    const controls = ['--controls', join(import.meta.dirname, '../../reference/controls-module.ts')]
    const ended = await runCli(['cleanup', path, '--base-url', target.url, ...controls], {
      ...keysOf(reference),
      PRODUCT_DATA_CONTROL_URL: target.url,
    })
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toContain(says)
    expect(ended.stderr.trim().split('\n')).toHaveLength(1)
    expect(asked).toEqual([])
    expect(existsSync(path)).toBe(true)
  })

  test('ids of others in a ledger are left alone', async () => {
    const before = await everything(reference)
    const ids = [...before.matchAll(/"id":"([0-9a-f-]{36})"/g)].map(([, id = '']) => id)
    const kinds = ['product', 'item', 'property'] as const
    const lines = ids.flatMap((id, index) =>
      kinds.map((kind) => ({ entry: `${index}-${kind}`, kind, identity: 'own', at, id })),
    )
    const made = lines.flatMap(({ id, ...plan }) => [plan, { entry: plan.entry, id }])
    const path = ledgerOf('foreign-ids', { baseUrl: reference.baseUrl, lines: made })
    const ended = await runCli(['cleanup', path, '--base-url', reference.baseUrl], keysOf(reference))
    expect(ended.stderr).toContain('was not deleted')
    expect(await everything(reference)).toBe(before)
  })

  test('a ledger whose run is under way is refused', async () => {
    const header = { startedAt: new Date().toISOString(), host: hostname(), pid: process.pid }
    const path = ledgerOf('under-way', { baseUrl: reference.baseUrl, header })
    const ended = await runCli(['cleanup', path, '--base-url', reference.baseUrl], keysOf(reference))
    expect(ended.code).toBe(2)
    expect(ended.stderr).toContain('is still running')
    expect(existsSync(path)).toBe(true)
  })

  test('the embedded reference leaves nothing but its ledger', async () => {
    const path = ledgerOf('embedded', { baseUrl: 'http://127.0.0.1:1', header: { embedded: true } })
    expect(await runCli(['cleanup', path])).toMatchObject({ code: 0, stderr: '' })
    expect(existsSync(path)).toBe(false)
  })
})
