import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runCli } from '../cli/run-cli.ts'
import { execute } from '../execute.ts'
import { unspoiled, type Relayed } from '../hostile/relay.ts'
import { openTarget, runWords, targetKeys } from './open-target.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const root = temporaryDirectory('lost-')

const main = fileURLToPath(new URL('../../lib/cli/main.ts', import.meta.url))

const selected = ['--only', 'PROD']

/** Creations, bodies of a run that has just begun. */
const soMany = 20

/** Removes a directory once a run has made so much; moved first, since the run goes on writing into it. */
function removal(reports: string): (answer: Relayed) => void {
  let made = 0
  return ({ asked: { method } }) => {
    if (method !== 'POST' || (made += 1) !== soMany) return
    renameSync(reports, `${reports}-before`)
    rmSync(`${reports}-before`, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Puts a file into the place of a directory once a run has made so much; again, if the run has made the directory anew meanwhile. */
function replacement(reports: string): (answer: Relayed) => void {
  let made = 0
  return ({ asked: { method } }) => {
    if (method === 'POST') made += 1
    if (made < soMany || statSync(reports, { throwIfNoEntry: false })?.isFile()) return
    if (existsSync(reports)) renameSync(reports, mkdtempSync(`${reports}-before-`))
    writeFileSync(`${reports}-file`, 'mine')
    renameIfFree(`${reports}-file`, reports)
  }
}

/** Moves a file to a path, unless a directory is there. */
function renameIfFree(file: string, path: string): void {
  try {
    renameSync(file, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EISDIR')) throw error
  }
}

test('a reports directory that is removed in mid-run costs no teardown and no report', async () => {
  const reports = join(root, 'removed')
  const remove = removal(reports)
  await using target = await openTarget((answer, response) => {
    remove(answer)
    return unspoiled(answer, response)
  })
  const rows = await target.rows()
  const ended = await runCli([...runWords(target.url, reports), ...selected], targetKeys)
  expect(target.count.creations).toBeGreaterThan(soMany)
  expect(await target.rows()).toEqual(rows)
  expect(ended.stderr).not.toContain('left behind')
  // The archive of the exchanges has lost its beginning: that is said.
  expect(ended.code).toBe(0)
  expect(ended.stderr).toContain('exchanges.har will not be complete')
  const { summary } = JSON.parse(readFileSync(join(reports, 'conformance.json'), 'utf8'))
  expect(summary).toMatchObject({ violated: 0, conforms: expect.any(Number) })
  expect(summary.conforms).toBeGreaterThan(soMany)
  expect(readdirSync(reports).filter((name) => name.startsWith('ledger-'))).toEqual([])
})

test('where it is removed and something cannot be, the ledger is written anew, and a cleanup takes it', async () => {
  const reports = join(root, 'anew')
  const remove = removal(reports)
  let isLocked = true
  await using target = await openTarget((answer, response) => {
    remove(answer)
    if (!isLocked || answer.asked.method !== 'DELETE') return unspoiled(answer, response)
    response.writeHead(500, { 'content-type': 'application/json' })
    return void response.end('{"error":"internal","message":"no"}')
  })
  const ended = await runCli([...runWords(target.url, reports), '--only', 'PROD-03 || PROD-17 || PROD-18'], targetKeys)
  const ledger = readdirSync(reports).find((name) => name.startsWith('ledger-')) ?? 'none'
  expect(ended.stderr).toMatch(/^left behind: product /m)
  expect(ended.stderr).toContain(`remove it with "cleanup ${join(reports, ledger)}"`)
  expect(ended.code).not.toBe(0)
  isLocked = false
  const cleaned = await runCli(['cleanup', join(reports, ledger), '--base-url', target.url], targetKeys)
  expect(cleaned.stderr).not.toContain('no ledger')
  expect(existsSync(join(reports, ledger))).toBe(false)
})

test('where a file takes its place, what was made is removed, and one line says why there are no reports', async () => {
  const reports = join(root, 'replaced')
  const replace = replacement(reports)
  await using target = await openTarget((answer, response) => {
    replace(answer)
    return unspoiled(answer, response)
  })
  const rows = await target.rows()
  const ended = await runCli([...runWords(target.url, reports), ...selected], targetKeys)
  expect(ended.code).toBe(2)
  expect(ended.stderr.match(/^error: .*$/gm)).toEqual([expect.stringContaining('the reports cannot be written to')])
  expect(ended.stderr).not.toMatch(/^ +at /m)
  expect(await target.rows()).toEqual(rows)
  expect(readFileSync(reports, 'utf8')).toBe('mine')
})

test('a run writes nothing into the home of its user, who may have none', async () => {
  const home = join(root, 'home')
  mkdirSync(home)
  await using target = await openTarget()
  const words = [...runWords(target.url, join(root, 'homeless')), '--only', 'WS-01']
  expect(await runCli(words, { ...targetKeys, HOME: home })).toMatchObject({ code: 0 })
  expect(readdirSync(home)).toEqual([])
})

test('where the disk is full, nothing more is made, what was made is removed, and one line says why', async () => {
  await using target = await openTarget()
  const rows = await target.rows()
  const reports = join(root, 'full')
  // A file grows to 2 KiB and no further: the ledger after a few products, the reports at once.
  const words = ['-c', 'ulimit -f 2; exec "$@"', 'run', process.execPath, main]
  const all = [...words, ...runWords(target.url, reports), ...selected]
  const ended = await execute('bash', all, { environment: targetKeys })
  expect(ended.code).toBe(2)
  expect(ended.stderr).toMatch(/^error: the reports cannot be written to .*EFBIG.*$/m)
  expect(ended.stderr).not.toContain('left behind')
  expect(ended.stderr).not.toMatch(/^ +at /m)
  expect(ended.stdout).toContain('the ledger could not be written (EFBIG')
  expect(target.count.creations).toBeGreaterThan(0)
  expect(await target.rows()).toEqual(rows)
})
