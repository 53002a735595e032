import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { redact } from '../client/redactor.ts'
import type { Identity } from '../client/exchange.ts'
import { isRecord } from '../contract/is-record.ts'
import type { Configuration } from '../config/configuration.ts'
import { ConfigurationError } from '../config/configuration-error.ts'

export type MadeKind = 'product' | 'item' | 'property' | 'file'

/** One thing that a run is about to make, or has made. */
export interface LedgerEntry {
  readonly entry: string
  readonly kind: MadeKind
  readonly identity: Identity
  /** The target's id; `undefined` where its answer was never seen. */
  readonly id: string | undefined
}

/** Whose run it was. */
export interface LedgerHeader {
  readonly baseUrl: string
  readonly runId: string
  readonly startedAt: string
  /** The target was the embedded reference, whose data ends with its process. */
  readonly embedded?: boolean
}

type LedgerOwner = Pick<Configuration, 'baseUrl' | 'runId' | 'reportsDirectory'> &
  Partial<Pick<Configuration, 'embedded'>>

let entries = 0

/** The on-disk list of what a run makes, written before each creating request, so that it can be removed even after a crash. */
export class Ledger {
  readonly path: string
  /** Written with the first entry: a run that makes nothing leaves no file. `undefined` where the file has one already. */
  readonly #header: LedgerHeader | undefined

  private constructor(path: string, header?: LedgerHeader) {
    this.path = path
    this.#header = header
  }

  /** Starts the ledger of a run in its reports directory; nothing is written yet. */
  static begin({ baseUrl, runId, reportsDirectory, embedded = false }: LedgerOwner): Ledger {
    const header = { baseUrl, runId, startedAt: new Date().toISOString(), ...(embedded && { embedded }) }
    return new Ledger(join(reportsDirectory, `ledger-${runId}.jsonl`), header)
  }

  /** The ledger of a run that another thread has started. */
  static continue(configuration: LedgerOwner): Ledger {
    return Ledger.begin(configuration)
  }

  /** The ledger that a crashed run left. Throws `ConfigurationError` where the file is none. */
  static open(path: string): Ledger {
    if (!existsSync(path)) throw new ConfigurationError(`there is no ledger ${path}; check the path`)
    return new Ledger(path)
  }

  /** Notes what is about to be made; gives the entry's name. */
  planned(kind: MadeKind, identity: Identity): string {
    entries += 1
    const entry = `${process.pid}-${threadId}-${entries}`
    this.#append({ entry, kind, identity })
    return entry
  }

  made(entry: string, id: string): void {
    this.#append({ entry, id })
  }

  /** What was planned, and the ids of what was made of it. Throws `ConfigurationError` where the file is no ledger. */
  read(): { readonly header: LedgerHeader; readonly entries: readonly LedgerEntry[] } {
    if (this.#header && !existsSync(this.path)) return { header: this.#header, entries: [] }
    const [first, ...lines] = readFileSync(this.path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
    const header = parseLine(first ?? '', this.path)
    if (typeof header['baseUrl'] !== 'string' || typeof header['runId'] !== 'string')
      throw new ConfigurationError(`${this.path} is no ledger: it does not say whose run it was`)
    const known = new Map<string, LedgerEntry>()
    for (const line of lines) note(known, parseLine(line, this.path))
    const { baseUrl, runId }: Readonly<Record<string, unknown>> = header
    const startedAt = String(header['startedAt'])
    const embedded = header['embedded'] === true
    return { header: { baseUrl, runId, startedAt, ...(embedded && { embedded }) }, entries: [...known.values()] }
  }

  /** Everything in it is gone: the file is not needed any more. */
  discard(): void {
    rmSync(this.path, { force: true })
  }

  #append(line: object): void {
    if (this.#header && !existsSync(this.path)) writeHeader(this.path, this.#header)
    // The id is the target's word: it may echo a key.
    appendFileSync(this.path, `${redact(JSON.stringify(line))}\n`)
  }
}

function writeHeader(path: string, header: LedgerHeader): void {
  mkdirSync(dirname(path), { recursive: true })
  try {
    writeFileSync(path, `${redact(JSON.stringify(header))}\n`, { flag: 'wx' })
  } catch (error) {
    // Another thread of the same run was quicker.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

function note(known: Map<string, LedgerEntry>, line: Readonly<Record<string, unknown>>): void {
  const entry = String(line['entry'])
  const before = known.get(entry)
  const id = typeof line['id'] === 'string' ? line['id'] : undefined
  if (before) known.set(entry, { ...before, id })
  else if (isKind(line['kind']))
    known.set(entry, { entry, kind: line['kind'], identity: identityOf(line['identity']), id })
}

function parseLine(line: string, path: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line)
    if (isRecord(value)) return value
  } catch {
    // A run that was killed may have left half a line: what it announced was not sent yet.
    return {}
  }
  throw new ConfigurationError(`${path} is no ledger`)
}

function isKind(value: unknown): value is MadeKind {
  return value === 'product' || value === 'item' || value === 'property' || value === 'file'
}

function identityOf(value: unknown): Identity {
  return value === 'other-organization' || value === 'same-organization' ? value : 'own'
}
