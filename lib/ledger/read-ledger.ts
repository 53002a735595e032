import { readFileSync, statSync } from 'node:fs'
import { ConfigurationError } from '../config/errors.ts'
import { isRecord } from '../contract/is-record.ts'
import { validate } from '../contract/schema-registry.ts'
import { showsRun, isSealedWith, sealOf } from './ledger-lines.ts'
import type { ChangedSetting, LedgerContents, LedgerEntry, LedgerHeader, LedgerLine, Planned } from './ledger-lines.ts'

/** The maximum size of a file, and of a line, that a run may have written. */
const largestFile = 2 ** 28
const longestLine = 2 ** 20

/** One line of the file, and where it is. */
interface Line {
  readonly text: string
  readonly number: number
}

/** The run that a ledger claims to belong to; its seal proves it. Throws `ConfigurationError` if the file is not a ledger. */
export function readHeader(path: string): LedgerHeader {
  const [first] = linesOf(path).take(1)
  if (first === undefined) throw new ConfigurationError(`${path} is not a ledger: it has no complete line; delete it`)
  return headerIn(first, path)
}

/** The key that sealed a ledger. Throws `ConfigurationError` if it is none of these. */
export function sealingKey(path: string, keys: readonly string[]): string {
  const [header] = linesOf(path).take(1)
  const key = keys.find((candidate) => header !== undefined && isSealedWith(header.text, candidate))
  if (key !== undefined) return key
  throw new ConfigurationError(
    `${path}, line 1 is not sealed with any of your keys: a run with another key wrote it, or somebody changed it; set CONFORMANCE_API_KEY to the key of that run`,
  )
}

/** Reads a ledger, and checks the seal and schema of every line. Throws `ConfigurationError` if a run did not write one of them. */
export function readLedger(path: string, key: string): LedgerContents {
  const lines: LedgerLine[] = []
  const seals = new Set<unknown>()
  let header: LedgerHeader | undefined
  for (const line of linesOf(path)) {
    const value = sealedValue(line, { path, key, seals })
    if (header === undefined) header = headerIn(line, path)
    else if (!isLine(value)) throw refusal(path, line, 'contains a record that this version never writes')
    else if ('setting' in value || isMarked(value, header)) lines.push(value)
    else throw refusal(path, line, `names a record without the mark of run ${header.runId}`)
  }
  return contentsOf(header ?? readHeader(path), lines)
}

/** The combined content of lines, in their order. */
export function contentsOf(header: LedgerHeader, lines: readonly LedgerLine[]): LedgerContents {
  const { runId } = header
  if (!isHeader(header)) throw new ConfigurationError(`a ledger needs a run id ("${runId}")`)
  const entries = new Map<string, NotedEntry>()
  const settings = new Map<string, ChangedSetting>()
  for (const line of lines)
    if ('setting' in line) noteSetting(settings, line)
    else noteEntry(entries, line)
  return { header, ...tracesApart(entries.values()), settings: [...settings.values()] }
}

type NotedEntry = Omit<LedgerEntry, 'kind'> & Pick<Planned, 'kind'>

function tracesApart(noted: Iterable<NotedEntry>): Pick<LedgerContents, 'entries' | 'partNumbers' | 'deletions'> {
  const entries: LedgerEntry[] = []
  const traces = { 'part-number': new Array<string>(), deletion: new Array<string>() }
  for (const { kind, ...entry } of noted)
    if (kind !== 'part-number' && kind !== 'deletion') entries.push({ kind, ...entry })
    else if (entry.refused === undefined) traces[kind].push(entry.name ?? entry.place ?? '')
  return { entries, partNumbers: traces['part-number'], deletions: traces.deletion }
}

/** The complete lines of a file, one at a time. Half a line of a killed run is skipped: its request was not sent. */
function* linesOf(path: string): Generator<Line, undefined> {
  if (statSync(path).size > largestFile)
    throw new ConfigurationError(`${path} is larger than any ledger (${largestFile / 2 ** 20} MiB); check the path`)
  const bytes = readFileSync(path)
  let start = 0
  for (let number = 1; ; number += 1) {
    const end = bytes.indexOf('\n', start)
    if (end === -1) return
    const line = { text: '', number }
    if (end - start > longestLine) throw refusal(path, line, `has ${end - start} bytes, more than any run writes`)
    yield { ...line, text: bytes.toString('utf8', start, end) }
    start = end + 1
  }
}

interface Sealing {
  readonly path: string
  readonly key: string
  /** The seals of all lines before. */
  readonly seals: Set<unknown>
}

/** The content of a line without its seal, if it is unchanged, occurs once, and follows the line that it names. */
function sealedValue(line: Line, { path, key, seals }: Sealing): unknown {
  const seal = sealOf(line.text)
  if (seal === undefined || !isSealedWith(line.text, key))
    throw refusal(path, line, 'was changed after the run wrote it')
  if (seals.has(seal)) throw refusal(path, line, 'occurs twice')
  const { after, seal: _, ...value } = parsed(line, path)
  if (seals.size > 0 && !seals.has(after))
    throw refusal(path, line, 'does not follow the line before it: lines are missing')
  seals.add(seal)
  return value
}

function headerIn(line: Line, path: string): LedgerHeader {
  const { seal: _, ...header } = parsed(line, path)
  if (isHeader(header)) return header
  const [violation] = validate('formats/ledger-header.json', header)
  throw new ConfigurationError(
    `${path} is not a ledger: line 1 does not identify its run (${violation?.path} ${violation?.message}, received ${violation?.received}); check the path`,
  )
}

function parsed(line: Line, path: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line.text)
    if (isRecord(value)) return value
  } catch {
    // Named below: invalid JSON and JSON that is not an object are the same mistake for the reader.
  }
  throw refusal(path, line, 'is not a JSON object')
}

function refusal(path: string, { number }: Line, why: string): ConfigurationError {
  return new ConfigurationError(
    `${path}, line ${number} ${why}; nothing was removed: search the target for the run id, and delete the records of that run by hand`,
  )
}

function isHeader(value: unknown): value is LedgerHeader {
  return validate('formats/ledger-header.json', value).length === 0
}

function isLine(value: unknown): value is LedgerLine {
  return validate('formats/ledger-line.json', value).length === 0
}

type EntryLine = Extract<LedgerLine, { readonly entry: string }>

/** The name of the run's own product contains its id: the suite notes no other names. */
function isMarked(line: EntryLine, { runId }: LedgerHeader): boolean {
  const isNamed = 'kind' in line && line.kind === 'product' && (line.name ?? line.readableId) !== undefined
  return !isNamed || showsRun(line, runId)
}

function noteEntry(known: Map<string, NotedEntry>, line: EntryLine): void {
  const before = known.get(line.entry)
  if ('kind' in line) known.set(line.entry, { ...nothing, ...line })
  else if (before && 'renamed' in line)
    known.set(line.entry, { ...before, renamings: [...before.renamings, line.renamed] })
  else if (before)
    known.set(line.entry, {
      ...before,
      ...('id' in line && { id: line.id }),
      ...('answered' in line && { answered: line.answered }),
      // A 429 may be followed by an answer of another kind.
      refused: 'refused' in line ? line.refused : undefined,
    })
}

const nothing = {
  name: undefined,
  readableId: undefined,
  place: undefined,
  renamings: [],
  id: undefined,
  answered: undefined,
  refused: undefined,
} as const

/** The first change of a setting contains the value from before the run. */
function noteSetting(
  known: Map<string, ChangedSetting>,
  line: Extract<LedgerLine, { readonly setting: string }>,
): void {
  const key = `${line.setting} ${line.of ?? ''}`
  if ('restored' in line) known.delete(key)
  else if (!known.has(key)) known.set(key, line)
}
