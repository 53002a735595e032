import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startReference, type Reference } from '../../reference/start-reference.ts'
import { openServer } from '../client/open-server.ts'
import { runCli } from './run-cli.ts'
import { startCli } from './start-cli.ts'

const root = mkdtempSync(join(tmpdir(), 'cleanup-'))
afterAll(() => rmSync(root, { recursive: true }))

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

function ledgerOf(name: string, baseUrl: string, lines: readonly object[] = []): string {
  const reports = join(root, name)
  mkdirSync(reports, { recursive: true })
  const path = join(reports, 'ledger-abcd1234.jsonl')
  writeFileSync(path, [headerOf(baseUrl), ...lines].map((line) => `${JSON.stringify(line)}\n`).join(''))
  return path
}

/** Kills a run some time after it has announced its first creation. */
async function crash(reports: string): Promise<void> {
  const child = startCli(
    ['run', '--base-url', reference.baseUrl, '--allow-writes', '--allow-traces', '--reports', reports],
    keysOf(reference),
  )
  while (ledgersIn(reports).length === 0 && child.exitCode === null) await sleep(10)
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
    expect(ended.stdout).toMatch(new RegExp(`^run ${runId}: \\d+ removed.*nothing is left\n$`))
    const after = await everything(reference)
    expect(after).not.toContain(runId)
    expect(after).toBe(before)
    expect(readdirSync(reports)).toEqual([])
  })
})

describe('cleanup', () => {
  test('with no ledger there is nothing to do', async () => {
    const ended = await runCli(['cleanup', '--reports', mkdtempSync(join(root, 'none-'))])
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(ended.stdout).toContain('there is nothing to remove')
  })

  test('a ledger of another deployment is refused', async () => {
    const path = ledgerOf('other-target', 'http://127.0.0.1:1')
    const ended = await runCli(['cleanup', path, '--base-url', reference.baseUrl], keysOf(reference))
    expect(ended.code).toBe(2)
    expect(ended.stderr).toMatch(/against http:\/\/127\.0\.0\.1:1, not/)
    expect(existsSync(path)).toBe(true)
  })

  test('data of another organization wants a key of it', async () => {
    const plan = { entry: '1', kind: 'product', identity: 'other-organization' }
    const path = ledgerOf('other-organization', reference.baseUrl, [plan, { entry: '1', id: 'p1' }])
    const ended = await runCli(['cleanup', path, '--base-url', reference.baseUrl], {
      CONFORMANCE_API_KEY: reference.keys.own,
    })
    expect(ended.code).toBe(2)
    expect(ended.stderr).toContain('CONFORMANCE_OTHER_ORG_API_KEY')
  })

  test.each([
    { what: 'a ledger that is not there', path: join(root, 'absent.jsonl'), says: /no ledger/ },
    { what: 'a target that is down', path: ledgerOf('down', 'http://127.0.0.1:1'), says: /cannot be reached/ },
  ])('$what exits 2 with one line', async ({ path, says }) => {
    const ended = await runCli(['cleanup', path, '--base-url', 'http://127.0.0.1:1'], {
      CONFORMANCE_API_KEY: 'svc_api_0123456789abcdefghijklmnop',
    })
    expect(ended.code).toBe(2)
    expect(ended.stderr).toMatch(says)
    expect(ended.stderr.trim().split('\n')).toHaveLength(1)
  })

  test('what cannot be removed is named, the ledger stays, and the exit code is 1', async () => {
    await using target = await openServer((request, response) => {
      const path = new URL(request.url ?? '', 'http://target').pathname
      const product = { id: 'p1', name: 'conformance abcd1234 x' }
      const list = { items: path.endsWith('/products') ? [product] : [], count: 1 }
      response.writeHead(request.method === 'DELETE' ? 500 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(path.endsWith('/p1') ? product : list))
    })
    const path = ledgerOf('stubborn', target.url, [{ entry: '1', kind: 'product', identity: 'own' }])
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
    const path = ledgerOf('unconfirmed', target.url, [{ entry: '1', kind: 'product', identity: 'own' }])
    const ended = await runCli(['cleanup', path], keysOf(reference))
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toContain(`--base-url ${target.url}`)
    expect(asked).toEqual([])
  })

  test.each([
    { what: 'no run id', header: { runId: '' } },
    { what: 'half a run id', header: { runId: 'abc' } },
    { what: 'an unknown field', header: { more: true } },
  ])('a ledger with $what is refused, and nothing is deleted', async ({ header }) => {
    const before = await everything(reference)
    const path = ledgerOf('malformed', reference.baseUrl)
    const whole = { ...headerOf(reference.baseUrl), ...header }
    const made = { entry: '1', kind: 'product', identity: 'own' }
    writeFileSync(path, `${JSON.stringify(whole)}\n${JSON.stringify(made)}\n`)
    const ended = await runCli(['cleanup', path, '--base-url', reference.baseUrl], keysOf(reference))
    expect(ended.code).toBe(2)
    expect(ended.stderr).toContain('is no ledger')
    expect(await everything(reference)).toBe(before)
  })

  test('ids of others in a ledger are left alone', async () => {
    const before = await everything(reference)
    const ids = [...before.matchAll(/"id":"([0-9a-f-]{36})"/g)].map(([, id = '']) => id)
    const kinds = ['product', 'item', 'property'] as const
    const lines = ids.flatMap((id, index) =>
      kinds.map((kind) => ({ entry: `${index}-${kind}`, kind, identity: 'own', id })),
    )
    const made = lines.flatMap(({ id, ...plan }) => [plan, { entry: plan.entry, id }])
    const path = ledgerOf('foreign-ids', reference.baseUrl, made)
    const ended = await runCli(['cleanup', path, '--base-url', reference.baseUrl], keysOf(reference))
    expect(ended.stderr).toContain('it shows no mark of the run, and was left alone')
    expect(await everything(reference)).toBe(before)
  })

  test('a ledger whose run is under way is refused', async () => {
    const path = ledgerOf('under-way', reference.baseUrl)
    const startedAt = new Date().toISOString()
    const header = { baseUrl: reference.baseUrl, runId: 'abcd1234', startedAt, host: hostname(), pid: process.pid }
    writeFileSync(path, `${JSON.stringify(header)}\n`)
    const ended = await runCli(['cleanup', path, '--base-url', reference.baseUrl], keysOf(reference))
    expect(ended.code).toBe(2)
    expect(ended.stderr).toContain('is under way')
    expect(existsSync(path)).toBe(true)
  })

  test('the embedded reference leaves nothing but its ledger', async () => {
    const path = ledgerOf('embedded', 'http://127.0.0.1:1')
    writeFileSync(path, `${JSON.stringify({ ...headerOf('http://127.0.0.1:1'), embedded: true })}\n`)
    expect(await runCli(['cleanup', path])).toMatchObject({ code: 0, stderr: '' })
    expect(existsSync(path)).toBe(false)
  })
})
