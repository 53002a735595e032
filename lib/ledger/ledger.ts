import {
  appendFileSync,
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
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
import { contentsOf, readHeader, readLedger, sealingKey } from './read-ledger.ts'
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
  /** What the run has noted so far, in any of its threads: the file may be gone, or have no place, when it is to be undone. */
  readonly #lines: LedgerLine[] = []
  #channel: BroadcastChannel | undefined
  /** Open from the first line on: opening the file for each would cost as much again as writing. */
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

  /** Starts the ledger of a run in its reports directory, or goes on with it in another thread; nothing is written yet. */
  static begin({ baseUrl, runId, reportsDirectory, keys, embedded = false }: LedgerOwner): Ledger {
    const startedAt = new Date().toISOString()
    const header = { baseUrl, runId, startedAt, host: hostname(), pid: process.pid, ...(embedded && { embedded }) }
    return new Ledger({ path: ledgerPath({ reportsDirectory, runId }), header, key: keys.own, isBegun: false })
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

  /** Notes another name that a record may show, such as the one that an update is about to give it. */
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
    this.#gather()
    if (!this.#isBegun && (this.#lines.length > 0 || !existsSync(this.path)))
      return contentsOf(this.header, this.#lines)
    return readLedger(this.path, this.#key)
  }

  /** Why the file could not be written: what was to be made then was not sent, and what came of the rest is known here alone. */
  get problem(): string | undefined {
    this.#gather()
    return this.#problem
  }

  /** Called where the file cannot be written: nothing more is to be made. */
  onProblem: () => void = () => undefined

  /** Writes the file anew, as whatever happened to it would keep a `cleanup` from what is left; says whether it could. */
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

  /** Everything in it is gone and put back: the file is not needed any more. */
  discard(): void {
    this.close()
    rmSync(this.path, { force: true })
  }

  /** Lets go of the file; a further line opens it again. */
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
      // Half a line may have been written: whoever opens the file again cuts it off.
      this.#letGo()
      this.#problem ??= `the ledger could not be written (${error instanceof Error ? error.message : String(error)})`
      this.#channel?.postMessage({ problem: this.#problem })
      this.onProblem()
      if (announces(line)) throw new DeadlineError(this.#problem)
    }
    this.#lines.push(clean)
    this.#channel?.postMessage({ line: clean })
  }

  /** Takes in what other threads of the run have noted, and this one has not come to yet. */
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
    mkdirSync(dirname(path), { recursive: true })
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

/** Whether a line stands before what it is about: where it cannot be written, that is not done. */
function announces(line: LedgerLine): boolean {
  return 'entry' in line ? 'kind' in line || 'renamed' in line : !('restored' in line)
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

function withoutKeys(line: LedgerLine): LedgerLine {
  const texts = Object.entries(line).filter((field): field is [string, string] => typeof field[1] === 'string')
  return Object.assign({}, line, Object.fromEntries(texts.map(([field, text]) => [field, redact(text)])))
}
