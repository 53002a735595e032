import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { teardownBounds } from '../../lib/ledger/teardown-bounds.ts'
import { undoRun } from '../../lib/run/undo-run.ts'
import { openServer } from '../client/open-server.ts'
import { skipIdleTimeInThisFile } from '../clock/skip-idle-time.ts'
import { keys, listOf, marked, newLedger, plan } from './teardown-target.ts'

skipIdleTimeInThisFile()

const ids = ['0f0e0d0c-0000-4000-8000-000000000001', '0f0e0d0c-0000-4000-8000-000000000002']

/** Takes so many milliseconds for each answer, shows the products and deletes them. */
async function openSlowTarget(ms: number) {
  const there = new Map(ids.map((id, index) => [id, marked(id, `w${index}`)]))
  const server = await openServer(async (request, response) => {
    await pause(ms)
    const id = new URL(request.url ?? '', 'http://target').pathname.split('/').at(-1) ?? ''
    const shown = ids.includes(id) ? there.get(id) : listOf()
    if (request.method === 'DELETE') there.delete(id)
    response.writeHead(shown ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(shown ?? { error: 'not_found', message: 'm' }))
  })
  return { there, url: server.url, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

test.each([
  { what: 'is waited for as long as its answers took before', slowestMs: 5000, remaining: 0 },
  { what: 'is not, where it was never seen to be slow; what is left is named', slowestMs: 0, remaining: 2 },
])('a slow target $what', async ({ slowestMs, remaining }) => {
  await using target = await openSlowTarget(12_000)
  const ledger = newLedger(target.url)
  for (const [index, id] of ids.entries()) ledger.made(plan(ledger, `w${index}`), id)
  const { left } = await undoRun(
    { baseUrl: target.url, keys, mode: 'read-write', concurrency: 2 },
    { ledger, pace: { slowestMs } },
  )
  expect(target.there.size).toBe(remaining)
  const named = left.join('\n')
  expect(ids.filter((id) => named.includes(id))).toHaveLength(remaining)
  expect(existsSync(ledger.path)).toBe(remaining > 0)
})

const boundsAt = (slowestMs: number, entries = 0) => teardownBounds(entries, { slowestMs })

test('a request of a teardown has three times the slowest answer, between 10 and 90 s, and the whole at most ten minutes', () => {
  expect([0, 1000, 29_000, 60_000].map((slowestMs) => boundsAt(slowestMs).timeoutMs)).toEqual([
    10_000, 10_000, 87_000, 90_000,
  ])
  expect(teardownBounds(10)).toEqual({ maxRequests: 460, durationMs: 64_000, timeoutMs: 10_000 })
  expect(boundsAt(29_000, 10).durationMs).toBe(60_000 + 87_000 + 290_000)
  expect(boundsAt(29_000, 50).durationMs).toBe(600_000)
})
