import {
  appendFileSync,
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { redact } from '../client/redactor.ts'
import type { Configuration } from '../config/configuration.ts'
import {
  deletedByRun,
  showsRun,
  type ChangedSetting,
  type LedgerContents,
  type LedgerHeader,
  type LedgerLine,
  type Planned,
  type Renaming,
  type SettingName,
} from './ledger-lines.ts'
import { readHeader, readLedger, sealingKey } from './read-ledger.ts'
import { sealed, sealOf } from './seal.ts'

type LedgerOwner = Pick<Configuration, 'baseUrl' | 'runId' | 'reportsDirectory' | 'keys'> &
  Partial<Pick<Configuration, 'embedded'>>

/** The file to which lines are added, and the seal of the line before the next. */
interface Tail {
  readonly file: number
  after: string | undefined
}

/** Characters of the longest text that is noted. */
const longestText = 100_000

let entries = 0

/** The on-disk list of what a run makes and changes, written before each such request, so that it can be undone even after a crash. */
export class Ledger {
  readonly path: string
  readonly header: LedgerHeader
  /** What the lines are sealed with: whoever has it may delete without a ledger. */
  readonly #key: string
  /** A run that makes nothing leaves no file: it is begun with the first line, unless another thread has. */
  readonly #isBegun: boolean
  /** Open from the first line on: opening the file for each would cost as much again as writing. */
  #tail: Tail | undefined

  private constructor({
    path,
    header,
    key,
    isBegun,
  }: Pick<Ledger, 'path' | 'header'> & { key: string; isBegun: boolean }) {
    this.path = path
    this.header = header
    this.#key = key
    this.#isBegun = isBegun
  }

  /** Starts the ledger of a run in its reports directory, or goes on with it in another thread; nothing is written yet. */
  static begin({ baseUrl, runId, reportsDirectory, keys, embedded = false }: LedgerOwner): Ledger {
    const startedAt = new Date().toISOString()
    const header = { baseUrl, runId, startedAt, host: hostname(), pid: process.pid, ...(embedded && { embedded }) }
    const path = join(reportsDirectory, `ledger-${runId}.jsonl`)
    return new Ledger({ path, header, key: keys.own, isBegun: false })
  }

  /** The ledger that a crashed run left, sealed with one of the keys. Throws `ConfigurationError` where it is none. */
  static open(path: string, keys: readonly string[]): Ledger {
    return new Ledger({ path, header: readHeader(path), key: sealingKey(path, keys), isBegun: true })
  }

  /** Notes what is about to be made; gives the entry's name. */
  planned({ kind, identity, name, readableId, place }: Planned): string {
    entries += 1
    const entry = `${process.pid}-${threadId}-${entries}`
    const names = kept({ name, readableId })
    const isKnown = kind !== 'product' || showsRun(names, this.header.runId)
    this.#append({ entry, kind, identity, at: new Date().toISOString(), ...(isKnown && names), ...kept({ place }) })
    return entry
  }

  /** Notes what an update is about to name a product: it is known by that too from then on. */
  renaming(entry: string, { name, readableId }: Renaming): void {
    this.#append({ entry, renamed: kept({ name, readableId }) })
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
  changing(changed: ChangedSetting): void {
    this.#append(changed)
  }

  restored(setting: SettingName, of: string | undefined): void {
    this.#append({ setting, ...(of !== undefined && { of }), restored: true })
  }

  /** Everything that it says so far. Throws `ConfigurationError` where the file is no ledger, or was changed since it was written. */
  read(): LedgerContents {
    if (!this.#isBegun && !existsSync(this.path))
      return { header: this.header, entries: [], partNumbers: [], deletions: [], settings: [] }
    return readLedger(this.path, this.#key)
  }

  /** Everything in it is gone and put back: the file is not needed any more. */
  discard(): void {
    this.close()
    rmSync(this.path, { force: true })
  }

  /** Lets go of the file; a further line opens it again. */
  close(): void {
    if (this.#tail !== undefined) closeSync(this.#tail.file)
    this.#tail = undefined
  }

  #append(line: LedgerLine): void {
    this.#tail ??= this.#open()
    // The id is the target's word: it may echo a key.
    const clean = Object.fromEntries(Object.entries(line).map(([field, value]) => [field, withoutKeys(value)]))
    try {
      this.#tail.after = write(this.#tail, { ...clean, after: this.#tail.after }, this.#key)
    } catch (error) {
      // Half a line may have been written: whoever opens the file again cuts it off.
      this.close()
      throw error
    }
  }

  #open(): Tail {
    mkdirSync(dirname(this.path), { recursive: true })
    const file = openSync(this.path, 'a')
    const { length, after } = endOf(this.path)
    ftruncateSync(file, length)
    const tail = { file, after }
    const header = { ...this.header, baseUrl: redact(this.header.baseUrl) }
    return after === undefined ? { file, after: write(tail, header, this.#key) } : tail
  }
}

function write({ file }: Tail, line: object, key: string): string | undefined {
  const text = sealed(line, key)
  appendFileSync(file, `${text}\n`)
  return sealOf(text)
}

/** Bytes of the whole lines of a file, and the seal of the last: a run that was killed may have left half a line. */
function endOf(path: string): { readonly length: number; readonly after: string | undefined } {
  const bytes = readFileSync(path)
  const length = bytes.lastIndexOf('\n') + 1
  const start = bytes.lastIndexOf('\n', length - 2) + 1
  return { length, after: length === 0 ? undefined : sealOf(bytes.toString('utf8', start, length - 1)) }
}

/** Texts that go into the file as they were sent: one that looks like a part of a key would be redacted, and be no mark any more. */
function kept(texts: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([field, text]) =>
      text === undefined || text === '' || text.length > longestText || redact(text) !== text ? [] : [[field, text]],
    ),
  )
}

function withoutKeys(value: unknown): unknown {
  return typeof value === 'string' ? redact(value) : value
}
