import {
  appendFileSync,
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { BroadcastChannel, receiveMessageOnPort, threadId } from 'node:worker_threads'
import { redact } from '../client/redactor.ts'
import { DeadlineError } from '../client/unsent-errors.ts'
import type { Configuration } from '../config/configuration.ts'
import { makeDirectory } from '../config/make-directory.ts'
import { deletedByRun, showsRun, sealed, sealOf } from './ledger-lines.ts'
import type {
  ChangedSetting,
  LedgerContents,
  LedgerHeader,
  LedgerLine,
  Planned,
  Renaming,
  SettingName,
} from './ledger-lines.ts'
import { contentsOf, readHeader, readLedger, sealingKey } from './read-ledger.ts'

type LedgerOwner = Pick<Configuration, 'baseUrl' | 'runId' | 'reportsDirectory' | 'keys'> &
  Partial<Pick<Configuration, 'embedded'>>

/** The file to which lines are added, and the seal of the last line. */
interface Tail {
  readonly file: number
  after: string | undefined
}

/** Characters of the longest text that is noted. */
const longestText = 100_000

let entries = 0

/** The file that lists what a run creates and changes, written before each such request, so that it can be undone even after a crash. */
export class Ledger {
  readonly path: string
  readonly header: LedgerHeader
  /** The key of the seals: its owner may delete the records without a ledger. */
  readonly #key: string
  /** A run that creates nothing leaves no file: the first line creates it, unless another thread has. */
  readonly #isBegun: boolean
  /** What the run has noted so far, in any of its threads: the file may be gone when it is needed. */
  readonly #lines: LedgerLine[] = []
  #channel: BroadcastChannel | undefined
  /** Open from the first line on: opening the file for each line would double the cost. */
  #tail: Tail | undefined
  #problem: string | undefined

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
    if (isBegun) return
    this.#channel = new BroadcastChannel(path)
    this.#channel.onmessage = ({ data }: { readonly data: Told }) => this.#take(data)
    this.#channel.unref()
  }

  /** Starts the ledger of a run in its reports directory, or continues it in another thread; writes nothing yet. */
  static begin({ baseUrl, runId, reportsDirectory, keys, embedded = false }: LedgerOwner): Ledger {
    const startedAt = new Date().toISOString()
    const header = { baseUrl, runId, startedAt, host: hostname(), pid: process.pid, ...(embedded && { embedded }) }
    return new Ledger({ path: ledgerPath({ reportsDirectory, runId }), header, key: keys.own, isBegun: false })
  }

  /** The ledger of a crashed run, sealed with one of the keys. Throws `ConfigurationError` if it is not one. */
  static open(path: string, keys: readonly string[]): Ledger {
    return new Ledger({ path, header: readHeader(path), key: sealingKey(path, keys), isBegun: true })
  }

  /** Notes a planned creation; returns the entry's name. */
  planned({ kind, identity, name, readableId, place }: Planned): string {
    entries += 1
    const entry = `${process.pid}-${threadId}-${entries}`
    const names = kept({ name, readableId })
    const isKnown = kind !== 'product' || showsRun(names, this.header.runId)
    this.#append({ entry, kind, identity, at: new Date().toISOString(), ...(isKnown && names), ...kept({ place }) })
    return entry
  }

  /** Notes another possible name of a record, such as the one in the next update. */
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

  /** Nothing was created: the target rejected it, or it was never sent. */
  refused(entry: string, reason: string): void {
    this.#append({ entry, refused: reason })
  }

  /** The run deleted the record itself: a teardown searches for it by the mark, and not by its id. */
  deleted(entry: string): void {
    this.#append({ entry, refused: deletedByRun })
  }

  /** Notes a setting before its change, with the old value. */
  changing(changed: ChangedSetting): void {
    this.#append(changed)
  }

  restored(setting: SettingName, of: string | undefined): void {
    this.#append({ setting, ...(of !== undefined && { of }), restored: true })
  }

  /** Its whole content. Throws `ConfigurationError` if the file is not a ledger, or was changed after it was written. */
  read(): LedgerContents {
    this.#gather()
    if (!this.#isBegun && (this.#lines.length > 0 || !existsSync(this.path)))
      return contentsOf(this.header, this.#lines)
    return readLedger(this.path, this.#key)
  }

  /** Why the file could not be written: later creations were not sent, and only this process knows the outcome of the others. */
  get problem(): string | undefined {
    this.#gather()
    return this.#problem
  }

  /** Called if the file cannot be written: nothing more may be created. */
  onProblem: () => void = () => undefined

  /** Writes the file again, so that `cleanup` can find what remains; returns whether that succeeded. */
  save(): boolean {
    if (this.#isBegun) return true
    this.close()
    const draft = `${this.path}.draft`
    try {
      rmSync(draft, { force: true })
      const tail = this.#open(draft)
      for (const line of this.#lines) tail.after = write(tail, { ...line, after: tail.after }, this.#key)
      closeSync(tail.file)
      renameSync(draft, this.path)
      return true
    } catch {
      rmSync(draft, { force: true })
      return false
    }
  }

  /** All its records are gone and its settings restored: the file is no longer needed. Returns why it stays, if it has to. */
  discard(): string | undefined {
    this.close()
    try {
      rmSync(this.path, { force: true })
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      return `all records in ${this.path} are removed, but the file cannot be deleted: ${why}`
    }
    return undefined
  }

  /** Closes the file; a further line opens it again. */
  close(): void {
    this.#gather()
    this.#channel?.close()
    this.#channel = undefined
    this.#letGo()
  }

  #letGo(): void {
    if (this.#tail !== undefined) closeSync(this.#tail.file)
    this.#tail = undefined
  }

  #append(line: LedgerLine): void {
    // The id is the target's word: it may echo a key.
    const clean = withoutKeys(line)
    try {
      this.#tail ??= this.#open(this.path)
      this.#tail.after = write(this.#tail, { ...clean, after: this.#tail.after }, this.#key)
    } catch (error) {
      // Half a line may have been written: the next one that opens the file removes it.
      this.#letGo()
      this.#problem ??= `the ledger could not be written (${error instanceof Error ? error.message : String(error)})`
      this.#channel?.postMessage({ problem: this.#problem })
      this.onProblem()
      if (announces(line)) throw new DeadlineError(this.#problem)
    }
    this.#lines.push(clean)
    this.#channel?.postMessage({ line: clean })
  }

  /** Reads the lines that other threads of the run have added since. */
  #gather(): void {
    while (this.#channel !== undefined) {
      // @ts-expect-error -- it takes this kind of channel too, which its types leave out
      const received: { readonly message: Told } | undefined = receiveMessageOnPort(this.#channel)
      if (received === undefined) return
      this.#take(received.message)
    }
  }

  #take({ line, problem }: Told): void {
    if (line) this.#lines.push(line)
    this.#problem ??= problem
  }

  #open(path: string): Tail {
    makeDirectory(dirname(path))
    const file = openSync(path, 'a')
    const { length, after } = endOf(path)
    ftruncateSync(file, length)
    const tail = { file, after }
    const header = { ...this.header, baseUrl: redact(this.header.baseUrl) }
    return after === undefined ? { file, after: write(tail, header, this.#key) } : tail
  }
}

/** Where the ledger of a run is, once it has one. */
export function ledgerPath({ reportsDirectory, runId }: Pick<LedgerOwner, 'reportsDirectory' | 'runId'>): string {
  return join(reportsDirectory, `ledger-${runId}.jsonl`)
}

/** What one thread of a run tells the others. */
interface Told {
  readonly line?: LedgerLine
  readonly problem?: string
}

/** Whether a line is written before the action: if it cannot be written, the action is not taken. */
function announces(line: LedgerLine): boolean {
  return 'entry' in line ? 'kind' in line || 'renamed' in line : !('restored' in line)
}

function write({ file }: Tail, line: object, key: string): string | undefined {
  const text = sealed(line, key)
  appendFileSync(file, `${text}\n`)
  return sealOf(text)
}

/** The bytes of the complete lines of a file, and the seal of the last: a killed run may have left half a line. */
function endOf(path: string): { readonly length: number; readonly after: string | undefined } {
  const bytes = readFileSync(path)
  const length = bytes.lastIndexOf('\n') + 1
  const start = bytes.lastIndexOf('\n', length - 2) + 1
  return { length, after: length === 0 ? undefined : sealOf(bytes.toString('utf8', start, length - 1)) }
}

/** Texts that are written as they were sent: one that looks like a part of a key would be redacted, and would no longer be a mark. */
function kept(texts: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([field, text]) =>
      text === undefined || text === '' || text.length > longestText || redact(text) !== text ? [] : [[field, text]],
    ),
  )
}

function withoutKeys(line: LedgerLine): LedgerLine {
  const texts = Object.entries(line).filter((field): field is [string, string] => typeof field[1] === 'string')
  return Object.assign({}, line, Object.fromEntries(texts.map(([field, text]) => [field, redact(text)])))
}
