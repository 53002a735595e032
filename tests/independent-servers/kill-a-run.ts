import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { isRecord } from '../../lib/contract/is-record.ts'
import { runCli } from '../cli/run-cli.ts'
import { startCli } from '../cli/start-cli.ts'
import { openRelay, unspoiled } from '../hostile/relay.ts'
import { serverKeys } from '../../proof/servers/independent-server.ts'
import { startServer } from '../../proof/servers/start-server.ts'

type Entry = Readonly<Record<string, unknown>>

/** A list of a service, whole; refused without the id of what it is within, where the service wants one. */
async function list(url: string, key: string): Promise<readonly Entry[] | undefined> {
  const entries: Entry[] = []
  for (let offset = 0; ; offset += 200) {
    const address = new URL(url)
    address.searchParams.set('limit', '200')
    address.searchParams.set('offset', `${offset}`)
    const answer = await fetch(address, { headers: { authorization: `Bearer ${key}` } })
    if (answer.status === 422) return undefined
    const page: unknown = await answer.json()
    const items: readonly unknown[] = isRecord(page) && Array.isArray(page['items']) ? page['items'] : []
    entries.push(...items.filter(isRecord))
    if (items.length < 200) return entries
  }
}

const parents = {
  products: ['workspaces', 'workspace_id'],
  files: ['workspaces', 'workspace_id'],
  items: ['products', 'product_id'],
  properties: ['items', 'item_id'],
} as const

/** Everything that an organization has, by its id, as the lists show it. */
async function everythingOf(baseUrl: string, key: string): Promise<ReadonlyMap<string, string>> {
  const all = new Map<string, readonly Entry[]>()
  for (const kind of ['workspaces', 'products', 'items', 'properties', 'files'] as const) {
    const url = `${baseUrl}/v1/public/${kind}`
    const [parent, parameter] = kind === 'workspaces' ? [] : parents[kind]
    const within = (all.get(parent ?? '') ?? []).map(({ id }) => list(`${url}?${parameter}=${String(id)}`, key))
    all.set(kind, (await list(url, key)) ?? (await Promise.all(within)).flatMap((entries) => entries ?? []))
  }
  return new Map([...all.values()].flat().map((entry) => [String(entry['id']), JSON.stringify(entry)]))
}

async function everything(baseUrl: string): Promise<ReadonlyMap<string, string>> {
  const organizations = Object.values(serverKeys).map((key) => everythingOf(baseUrl, key))
  return new Map((await Promise.all(organizations)).flatMap((entries) => [...entries]))
}

/** What other users have made, one of them under the name that a run gives. */
async function addForeignData(baseUrl: string): Promise<void> {
  for (const key of Object.values(serverKeys))
    for (const workspace of (await list(`${baseUrl}/v1/public/workspaces`, key)) ?? [])
      for (const [number, name] of ['Rotor Assembly', 'Copy of conformance abcd1234 word'].entries()) {
        const product = { name, readable_id: `theirs_${number}`, workspace_id: workspace['id'] }
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
        const body = JSON.stringify(product)
        const answer = await fetch(`${baseUrl}/v1/public/products`, { method: 'POST', headers, body })
        expect(answer.status).toBe(201)
      }
}

export interface Killed {
  /** Files that `cleanup` said stay for good. */
  readonly files: number
  /** Products that it removed. */
  readonly removed: number
}

/** Kills a run after some of its answers, cleans up, and expects that only what is counted as a trace is left. */
export async function expectCleanedUp(name: string, after: number): Promise<Killed> {
  const server = await startServer(name)
  const reports = mkdtempSync(join(tmpdir(), 'killed-'))
  try {
    await addForeignData(server.baseUrl)
    const before = await everything(server.baseUrl)
    const environment = { CONFORMANCE_API_KEY: serverKeys.own, CONFORMANCE_OTHER_ORG_API_KEY: serverKeys.other }
    let answers = 0
    const killing = Promise.withResolvers<void>()
    await using relay = await openRelay(server.baseUrl, (answer, response) => {
      answers += 1
      if (answers === after) killing.resolve()
      // Answers that came too late for the run are on their way still.
      unspoiled(answer, response)
    })
    const target = ['--base-url', relay.url, '--reports', reports]
    const writes = ['--allow-writes', '--allow-traces']
    const child = startCli(['run', ...target, ...writes, '--effort', 'quick', '--seed', '7'], environment)
    const ended = once(child, 'exit')
    await Promise.race([killing.promise, ended])
    child.kill('SIGKILL')
    const [, signal] = await ended
    expect(signal).toBe('SIGKILL')
    const isBegun = readdirSync(reports).some((file) => file.startsWith('ledger-'))
    const { code, stdout, stderr } = await runCli(['cleanup', ...target], environment)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const files = Number(/(\d+|a) files? without/.exec(stdout)?.[1]?.replace('a', '1') ?? 0)
    const left = await everything(server.baseUrl)
    expect([...before].filter(([id, record]) => left.get(id) !== record)).toEqual([])
    const fresh = [...left].filter(([id]) => !before.has(id)).map(([, record]) => record)
    expect(fresh.filter((record) => !record.includes('originalFileName'))).toEqual([])
    expect(fresh.length).toBe(files)
    expect(stdout.includes('nothing is left\n')).toBe(isBegun && !stdout.includes('but traces'))
    expect(existsSync(reports) && readdirSync(reports).some((file) => file.startsWith('ledger-'))).toBe(false)
    return { files, removed: Number(/(\d+) removed/.exec(stdout)?.[1] ?? 0) }
  } finally {
    await server.close()
    rmSync(reports, { recursive: true, force: true, maxRetries: 5 })
  }
}
