import { closeSync, existsSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { redact, redactPlain } from '../client/redactor.ts'
import type { Identity } from '../client/exchange.ts'
import type { Configuration } from '../config/configuration.ts'
import { ConfigurationError } from '../config/errors.ts'
import {
  deletedByRun,
  type ChangedSetting,
  type LedgerContents,
  type LedgerHeader,
  type MadeKind,
  type SettingName,
} from './ledger-lines.ts'
import { readLedger } from './read-ledger.ts'

type LedgerOwner = Pick<Configuration, 'baseUrl' | 'runId' | 'reportsDirectory'> &
  Partial<Pick<Configuration, 'embedded'>>

/** What is about to be made. */
export interface Planned {
  readonly kind: MadeKind
  readonly identity: Identity
  readonly readableId?: string | undefined
}

let entries = 0

/** The on-disk list of what a run makes and changes, written before each such request, so that it can be undone even after a crash. */
export class Ledger {
  readonly path: string
  /** Written with the first entry: a run that makes nothing leaves no file. `undefined` where the file has one already. */
  readonly #header: LedgerHeader | undefined
  /** Open for appending from the first entry on: opening it for each would cost as much again as writing. */
  #file: number | undefined

  private constructor(path: string, header?: LedgerHeader) {
    this.path = path
    this.#header = header
  }

  /** Starts the ledger of a run in its reports directory, or goes on with it in another thread; nothing is written yet. */
  static begin({ baseUrl, runId, reportsDirectory, embedded = false }: LedgerOwner): Ledger {
    const startedAt = new Date().toISOString()
    const header = { baseUrl, runId, startedAt, host: hostname(), pid: process.pid, ...(embedded && { embedded }) }
    return new Ledger(join(reportsDirectory, `ledger-${runId}.jsonl`), header)
  }

  /** The ledger that a crashed run left. Throws `ConfigurationError` where the file is none. */
  static open(path: string): Ledger {
    if (!existsSync(path)) throw new ConfigurationError(`there is no ledger ${path}; check the path`)
    return new Ledger(path)
  }

  /** Notes what is about to be made; gives the entry's name. */
  planned({ kind, identity, readableId }: Planned): string {
    entries += 1
    const entry = `${process.pid}-${threadId}-${entries}`
    this.#append({
      entry,
      kind,
      identity,
      at: new Date().toISOString(),
      // A mark that looks like a part of a key would be redacted, and be no mark any more.
      ...(readableId !== undefined && redact(readableId) === readableId && { readableId }),
    })
    return entry
  }

  made(entry: string, id: string): void {
    this.#append({ entry, id })
  }

  /** The answer does not say what came of it. */
  answered(entry: string, status: number): void {
    this.#append({ entry, answered: status })
  }

  /** Nothing came of it: the target said no, or it was never sent. */
  refused(entry: string, reason: string): void {
    this.#append({ entry, refused: reason })
  }

  /** What came of it was deleted by the run itself: a teardown looks for it by the mark, and no more by its id. */
  deleted(entry: string): void {
    this.#append({ entry, refused: deletedByRun })
  }

  /** Notes a setting that is about to be changed, with how it was before. */
  changing({ setting, of, before, known }: ChangedSetting): void {
    this.#append({ setting, ...(of !== undefined && { of }), known, ...(known && { before }) })
  }

  restored(setting: SettingName, of: string | undefined): void {
    this.#append({ setting, ...(of !== undefined && { of }), restored: true })
  }

  /** Everything that it says so far. Throws `ConfigurationError` where the file is no ledger. */
  read(): LedgerContents {
    if (this.#header && !existsSync(this.path)) return { header: this.#header, entries: [], settings: [] }
    return readLedger(this.path)
  }

  /** Everything in it is gone and put back: the file is not needed any more. */
  discard(): void {
    this.close()
    rmSync(this.path, { force: true })
  }

  /** Lets go of the file; a further entry opens it again. */
  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  #append(line: object): void {
    this.#file ??= this.#open()
    // The id is the target's word: it may echo a key.
    const text = JSON.stringify(line, (_, value: unknown) => (typeof value === 'string' ? redact(value) : value))
    writeSync(this.#file, `${text}\n`)
  }

  #open(): number {
    if (this.#header && !existsSync(this.path)) writeHeader(this.path, this.#header)
    return openSync(this.path, 'a')
  }
}

function writeHeader(path: string, header: LedgerHeader): void {
  mkdirSync(dirname(path), { recursive: true })
  try {
    writeFileSync(path, `${redactPlain(JSON.stringify(header))}\n`, { flag: 'wx' })
  } catch (error) {
    // Another thread of the same run was quicker.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}
