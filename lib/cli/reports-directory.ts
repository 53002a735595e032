import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { ReportsDirectoryError } from '../config/errors.ts'
import { makeDirectory } from '../config/make-directory.ts'
import { isRecord } from '../contract/is-record.ts'
import { isUnderWay } from '../ledger/is-under-way.ts'
import { removeIfPossible } from './remove-if-possible.ts'

/** Marks a directory as created by this suite, which may replace its contents. */
const marker = '.conformance-reports'

/** Says which process is writing. */
const lockName = '.conformance-lock'

/** What a directory holds that is as good as empty. */
const asGoodAsEmpty = new Set(['README.md', '.gitkeep', '.gitignore', '.DS_Store', 'lost+found'])

/** Reports that name the suite at their beginning: earlier versions wrote no marker. */
const namingReports = new Set(['conformance.json', 'junit.xml'])

const ledgerName = /^ledger-[a-z0-9]{8}\.jsonl$/

/** The files that a run keeps in its reports directory while it is in progress. */
const ofARun = /^\.(?:run|allure)-[a-z0-9]{8}(?:-|$)/

/** Milliseconds between two updates of a lock, and after which a process of another machine counts as dead. */
const heartbeatMs = 10_000
const longestUnheardMs = 60_000

/** Throws `ReportsDirectoryError` for a directory with files that this suite did not create. */
export function refuseForeign(directory: string): void {
  asError(directory, () => {
    if (statSync(directory, { throwIfNoEntry: false }) === undefined || isOurs(directory)) return
    const names = readdirSync(directory).filter((name) => !asGoodAsEmpty.has(name))
    const shown = names.slice(0, 3).join(', ') + (names.length > 3 ? ' and others' : '')
    throw new Error(`it contains files that the suite did not write (${shown})`)
  })
}

/**
 * Locks a reports directory for this process until it ends, and removes the leftovers of dead runs. Throws
 * `ReportsDirectoryError` if it contains files of others, or another process has locked it; then nothing in it is changed.
 */
export function holdReports(directory: string): void {
  refuseForeign(directory)
  asError(directory, () => {
    makeDirectory(directory)
    takeLock(join(directory, lockName))
    writeFileSync(
      join(directory, marker),
      'Written by product-data-conformance, which replaces the reports in this directory.\n',
    )
    for (const name of readdirSync(directory).filter((one) => ofARun.test(one)))
      rmSync(join(directory, name), { recursive: true, force: true })
  })
}

function asError(directory: string, act: () => void): void {
  try {
    act()
  } catch (cause) {
    throw new ReportsDirectoryError(directory, cause)
  }
}

/** Also if it contains only directories of ours, such as those of several shards. */
function isOurs(directory: string): boolean {
  const entries = readdirSync(directory, { withFileTypes: true }).filter(({ name }) => !asGoodAsEmpty.has(name))
  return (
    entries.some(({ name }) => isSign(directory, name)) ||
    entries.every((entry) => entry.isDirectory() && isOurs(join(directory, entry.name)))
  )
}

function isSign(directory: string, name: string): boolean {
  if (name === marker || name === lockName || ledgerName.test(name)) return true
  return namingReports.has(name) && beginningOf(join(directory, name)).includes('product-data-conformance')
}

function beginningOf(path: string): string {
  if (!statSync(path).isFile()) return ''
  const file = openSync(path, 'r')
  try {
    const buffer = Buffer.alloc(500)
    return buffer.toString('utf8', 0, readSync(file, buffer))
  } finally {
    closeSync(file)
  }
}

function takeLock(lock: string): void {
  const mine = JSON.stringify({ host: hostname(), pid: process.pid, startedAt: new Date().toISOString() })
  for (;;) {
    try {
      writeFileSync(lock, mine, { flag: 'wx' })
      break
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      const text = textOf(lock)
      refuseLive(lock, text)
      // Another process may also have found it stale, and taken it since.
      if (text === textOf(lock)) rmSync(lock, { force: true })
    }
  }
  setInterval(() => beat(lock), heartbeatMs).unref()
  process.once('exit', () => {
    if (textOf(lock) === mine) removeIfPossible(lock)
  })
}

/** The system cannot show processes of another machine: the age of its lock decides, also while a lock is being written. */
function refuseLive(lock: string, text: string): void {
  const { host, pid, startedAt } = ownerIn(text)
  const isHere = host === hostname()
  const unheardMs = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  if (isHere ? !isUnderWay({ host, pid, startedAt }) : unheardMs > longestUnheardMs) return
  const writer = Number.isNaN(pid) ? 'another process' : `process ${pid} on ${host}, since ${startedAt},`
  throw new Error(`${writer} is writing there`)
}

function ownerIn(text: string): { readonly host: string; readonly pid: number; readonly startedAt: string } {
  let owner: unknown
  try {
    owner = JSON.parse(text)
  } catch {
    // Of a lock that is just being written.
  }
  const { host, pid, startedAt } = isRecord(owner) ? owner : {}
  return { host: String(host), pid: Number(pid), startedAt: String(startedAt) }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function beat(lock: string): void {
  try {
    utimesSync(lock, new Date(), new Date())
  } catch {
    // Somebody has removed the directory: the run continues anyway.
  }
}
