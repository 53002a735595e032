import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runCli } from '../cli/run-cli.ts'
import { startCli } from '../cli/start-cli.ts'
import { unspoiled } from '../hostile/relay.ts'
import { openTarget, runWords, targetKeys, until } from './open-target.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const root = temporaryDirectory('slow-target-')

/** Milliseconds of an answer that is seen before the teardown, and of each deletion: more than the least time-out, and less than three of the former. */
const seen = 8000
const deletion = 12_000

test('what a run made on a slow target is removed at its end', async () => {
  let isFirst = true
  await using target = await openTarget((answer, response) => {
    const { method } = answer.asked
    const ms = method === 'DELETE' ? deletion : method === 'POST' && isFirst ? seen : 0
    if (method === 'POST') isFirst = false
    void pause(ms).then(() => unspoiled(answer, response))
  })
  const rows = await target.rows()
  const reports = join(root, 'run')
  const ended = await runCli([...runWords(target.url, reports), '--only', 'PROD-03'], targetKeys)
  expect(target.count.creations).toBeGreaterThan(0)
  expect(ended.stderr).not.toContain('left behind')
  expect(await target.rows()).toEqual(rows)
  expect(ended.code).toBe(0)
})

test('a cleanup learns from its first reads how slow the target is', async () => {
  let isSlow = false
  await using target = await openTarget((answer, response) => {
    const { method, url = '' } = answer.asked
    const ms = method === 'DELETE' ? deletion : url.includes('/workspaces?limit=1') ? seen : 0
    void pause(isSlow ? ms : 0).then(() => unspoiled(answer, response))
  })
  const rows = await target.rows()
  const reports = join(root, 'cleanup')
  const run = startCli([...runWords(target.url, reports), '--only', 'PROD'], targetKeys)
  const ended = once(run, 'exit')
  await until(() => target.count.creations > 3)
  run.kill('SIGKILL')
  await ended
  isSlow = true
  const ledger = readdirSync(reports).find((name) => name.startsWith('ledger-')) ?? 'none'
  const cleaned = await runCli(['cleanup', join(reports, ledger), '--base-url', target.url], targetKeys)
  expect(cleaned).toMatchObject({ code: 0 })
  expect(await target.rows()).toEqual(rows)
  expect(existsSync(join(reports, ledger))).toBe(false)
})
