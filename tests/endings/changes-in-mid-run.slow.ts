import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { serverKeys } from '../../proof/servers/independent-server.ts'
import { startServer } from '../../proof/servers/start-server.ts'
import { runCli } from '../cli/run-cli.ts'
import type { Ended } from '../execute.ts'
import { everythingIn } from '../hostile/foreign-ids.ts'
import { openRelay, unspoiled, type Relayed, type RelayOptions, type Spoil } from '../hostile/relay.ts'
import { openTarget, runWords, targetKeys } from './open-target.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const root = temporaryDirectory('changes-in-mid-run-')

const selected = ['--only', 'PROD || ITEM || PROP-29 || PROP-30']

/** What is between a run and the service, with the ids of products that are there before the run. */
type Between = (service: { readonly baseUrl: string; readonly others: readonly string[] }) => {
  readonly spoil?: Spoil
  readonly options?: RelayOptions
}

interface Outcome {
  readonly ended: Ended
  readonly report: {
    readonly verdict: string
    readonly summary: { readonly violated: number }
    readonly problems?: readonly string[]
  }
  /** What was there before the run and is not as it was. */
  readonly changed: readonly string[]
  /** Products of the run that are still there and that the run does not name. */
  readonly unnamed: readonly string[]
}

async function runBehind(between: Between): Promise<Outcome> {
  const server = await startServer('express')
  try {
    const keys = { own: serverKeys.own, otherOrganization: serverKeys.other }
    const before = await everythingIn({ baseUrl: server.baseUrl, keys })
    const { spoil = unspoiled, options } = between({ baseUrl: server.baseUrl, others: productsIn(before) })
    await using relay = await openRelay(server.baseUrl, spoil, options)
    const reports = join(mkdtempSync(join(root, 'run-')), 'reports')
    const ended = await runCli([...runWords(relay.url, reports), ...selected], targetKeys)
    const after = await everythingIn({ baseUrl: server.baseUrl, keys })
    return {
      ended,
      report: JSON.parse(readFileSync(join(reports, 'conformance.json'), 'utf8')),
      changed: before.filter((row) => !after.includes(row)),
      unnamed: productsIn(after.filter((row) => !before.includes(row))).filter((id) => !ended.stderr.includes(id)),
    }
  } finally {
    await server.close()
  }
}

function productsIn(rows: readonly string[]): readonly string[] {
  return rows.flatMap((row) => (row.startsWith('products ') ? [JSON.parse(row.slice('products '.length)).id] : []))
}

function isAnswerTo({ asked: { method, url = '' }, status }: Relayed, expected: string): boolean {
  return status < 300 && `${method} ${url}`.startsWith(expected)
}

const renaming: Between = ({ baseUrl }) => ({
  spoil: (answer, response) => {
    unspoiled(answer, response)
    if (!isAnswerTo(answer, 'POST /v1/public/products')) return
    const { id, name }: Readonly<Record<string, string>> = JSON.parse(answer.body.toString())
    const { authorization = '' } = answer.asked.headers
    const headers = { authorization, 'content-type': 'application/json' }
    const body = JSON.stringify({ name: `${name} (draft)` })
    void pause(50).then(() => fetch(`${baseUrl}/v1/public/products/${id}`, { method: 'PATCH', headers, body }))
  },
})

const caching: Between = () => {
  const cached = new Map<string, { readonly answer: Relayed; readonly at: number }>()
  return {
    spoil: (answer, response) => {
      if (!isAnswerTo(answer, 'GET ')) return unspoiled(answer, response)
      const key = `${answer.asked.url} ${answer.asked.headers.authorization}`
      const known = cached.get(key)
      if (known && performance.now() - known.at < 10_000) return unspoiled(known.answer, response)
      cached.set(key, { answer, at: performance.now() })
      return unspoiled(answer, response)
    },
  }
}

function idIn(url = ''): string {
  return /products\/([^/?]+)/.exec(url)?.[1] ?? ''
}

/** What the run asks for under an id that it has deleted is asked for under the id of another product. */
const reusingIds: Between = ({ others }) => {
  const given = new Map<string, string>()
  return {
    options: { rewrite: (url) => url.replace(idIn(url), given.get(idIn(url)) ?? idIn(url)) },
    spoil: (answer, response) => {
      const id = idIn(answer.asked.url)
      const other = given.get(id)
      const free = others[given.size]
      if (other === undefined && free !== undefined && isAnswerTo(answer, 'DELETE ')) given.set(id, free)
      if (other === undefined) return unspoiled(answer, response)
      const { 'content-length': _, ...headers } = answer.headers
      const body = Buffer.from(answer.body.toString().replaceAll(other, id))
      return unspoiled({ ...answer, headers, body }, response)
    },
  }
}

describe('no record of others is changed, and what stays is named', () => {
  test.each<[string, Between]>([
    ['a target that gives products another name a moment later', renaming],
    ['a proxy that answers reads from a cache', caching],
    ['a target that gives the ids of deleted products to products of others', reusingIds],
  ])('%s', async (_, between) => {
    const { ended, changed, unnamed, report } = await runBehind(between)
    expect(changed).toEqual([])
    expect(unnamed).toEqual([])
    // A fast run may end before a check meets the change; what it then leaves behind is told by the exit code.
    expect(report.verdict).not.toBe('conformant')
    expect(ended.code).toBe(1)
  })
})

test('a key that is revoked in mid-run is no breach: the run ends, says so, and names the ledger', async () => {
  let asked = 0
  const { ended, report, changed } = await runBehind(() => ({
    options: { isForwarded: () => (asked += 1) < 300 },
    spoil: (answer, response) => {
      if (asked < 300) return unspoiled(answer, response)
      response.writeHead(401, { 'content-type': 'application/json' })
      response.end('{"error":"unauthorized","message":"The key has been revoked"}')
    },
  }))
  expect(changed).toEqual([])
  expect(report.summary.violated).toBe(0)
  expect(report.problems?.join('\n')).toContain('the target has refused the API key of the run')
  expect(asked).toBeLessThan(1000)
  expect(ended.stderr).toMatch(/^left behind: .*remove it with "cleanup .*ledger-.*"$/m)
  expect(ended.code).toBe(2)
})

test.each([60, 86_400])('a clock that is put on by %i s changes nothing', async (seconds) => {
  const script = join(root, `clock${seconds}.mjs`)
  writeFileSync(
    script,
    `import { existsSync } from 'node:fs'
const { now } = Date
Date.now = () => now() + (existsSync(${JSON.stringify(`${script}.put`)}) ? ${seconds * 1000} : 0)`,
  )
  await using target = await openTarget((answer, response) => {
    if (target.count.creations === 20) writeFileSync(`${script}.put`, '')
    return unspoiled(answer, response)
  })
  const rows = await target.rows()
  const reports = join(root, `of-clock${seconds}`)
  const environment = { ...targetKeys, NODE_OPTIONS: `--import=${pathToFileURL(script).href}` }
  const ended = await runCli([...runWords(target.url, reports), ...selected], environment)
  expect(ended.code).toBe(0)
  const report = JSON.parse(readFileSync(join(reports, 'conformance.json'), 'utf8'))
  expect(report.summary.violated).toBe(0)
  expect(report.target.durationMs).toBeGreaterThan(0)
  expect(await target.rows()).toEqual(rows)
})

test('two runs on one target at once leave each other alone', async () => {
  await using target = await openTarget()
  const rows = await target.rows()
  const words = (name: string): string[] => [...runWords(target.url, join(root, name)), ...selected]
  const ends = await Promise.all(['one', 'two'].map((name) => runCli(words(name), targetKeys)))
  expect(ends.map(({ code }) => code)).toEqual([0, 0])
  expect(await target.rows()).toEqual(rows)
})
