import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { startCli } from '../cli/start-cli.ts'
import { unspoiled } from '../hostile/relay.ts'
import { openTarget, runWords, targetKeys, until } from './open-target.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const root = temporaryDirectory('signals-')

const checkout = fileURLToPath(new URL('../../', import.meta.url))
const bin = join(checkout, 'bin/product-data-conformance.js')

/** Requests of a whole run are some thousands: so many are sent before the signal, and after it at most what is under way and the teardown. */
const before = 150

/** `npm run` of a package whose script is a command of the shell; its processes are found by nobody but npm. */
function npmRun(directory: string, words: readonly string[]): ChildProcess {
  return spawn('npm', ['run', 'conformance', '--', ...words], {
    cwd: directory,
    env: { PATH: process.env['PATH'] ?? '', HOME: root, NO_COLOR: '1', ...targetKeys },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
}

/** A package of a user: the shell that npm starts stays between npm and the run. */
function packageOfUser(): string {
  const directory = mkdtempSync(join(root, 'package-'))
  const script = `run() { node ${bin} "$@"; }; run`
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ scripts: { conformance: script } }))
  return directory
}

describe('a signal to npm ends the run that it has started', () => {
  test.each([
    { of: 'the checkout', signal: 'SIGTERM' },
    { of: 'the checkout', signal: 'SIGINT' },
    { of: 'the checkout', signal: 'SIGHUP' },
    { of: 'a user', signal: 'SIGTERM' },
    { of: 'a user', signal: 'SIGHUP' },
    { of: 'a user', signal: 'SIGKILL' },
  ] as const)('$signal, script of $of', async ({ of, signal }) => {
    let told = ''
    // From the signal on nothing is answered until the run has noticed it: what it sends afterwards is counted.
    await using target = await openTarget(async (answer, response) => {
      if (target.count.requests > before) await until(() => told.includes(': ending the running checks'))
      unspoiled(answer, response)
    })
    const rows = await target.rows()
    const reports = join(mkdtempSync(join(root, 'run-')), 'reports')
    const words = runWords(target.url, reports)
    const npm = npmRun(of === 'a user' ? packageOfUser() : checkout, of === 'a user' ? words : words.slice(1))
    npm.stderr?.on('data', (text: Buffer) => (told += text.toString()))
    // The run holds the same standard error: it is closed when the last of the processes has ended.
    const ended = once(npm, 'close')
    await until(() => target.count.requests > before)
    npm.kill(signal)
    await ended
    expect(target.count.requests).toBeLessThan(before + 600)
    expect(JSON.parse(readFileSync(join(reports, 'conformance.json'), 'utf8')).problems[0]).toMatch(
      /^run: interrupted by (?:SIG|the end of npm)/,
    )
    expect(await target.rows()).toEqual(rows)
    expect(readdirSync(reports).filter((name) => name.startsWith('ledger-'))).toEqual([])
  })
})

describe('a second signal', () => {
  test('within a second it is the first once more, as a terminal and npm both send it', async () => {
    await using target = await openTarget()
    const rows = await target.rows()
    const reports = join(root, 'twice')
    const child = startCli(runWords(target.url, reports), targetKeys)
    const ended = once(child, 'exit')
    await until(() => target.count.requests > before)
    // They come together, however long this process stands still between them.
    child.kill('SIGSTOP')
    child.kill('SIGINT')
    child.kill('SIGTERM')
    child.kill('SIGCONT')
    expect(await ended).toEqual([2, null])
    expect(await target.rows()).toEqual(rows)
  })

  test('later it ends the process at once; the ledger stays and is named', async () => {
    let isInterrupted = false
    // No deletion is answered any more: the teardown is under way until somebody has had enough.
    await using target = await openTarget((answer, response) => {
      if (!isInterrupted || answer.asked.method !== 'DELETE') unspoiled(answer, response)
    })
    const reports = join(root, 'second')
    mkdirSync(reports)
    const child = startCli(runWords(target.url, reports), targetKeys)
    let told = ''
    child.stderr?.on('data', (text: Buffer) => (told += text.toString()))
    // What it has said is read whole.
    const ended = once(child, 'close')
    await until(() => target.count.creations > 20)
    isInterrupted = true
    child.kill('SIGINT')
    await until(() => told.includes('SIGINT: ending'))
    const repeating = setInterval(() => child.kill('SIGINT'), 700)
    const [code] = await ended
    clearInterval(repeating)
    expect(code).toBe(128 + constants.signals.SIGINT)
    const ledger = readdirSync(reports).find((name) => name.startsWith('ledger-')) ?? 'none'
    expect(told).toContain(
      `SIGINT: ended at once; data of the run may be left: remove it with "cleanup ${join(reports, ledger)}"`,
    )
  })
})
