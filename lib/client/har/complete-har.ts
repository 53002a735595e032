import { randomUUID } from 'node:crypto'
import { closeSync, createWriteStream, openSync, readSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import packageFile from '../../../package.json' with { type: 'json' }
import { longestText } from './har-entry.ts'
import { jsonLine } from './har-log.ts'

/** In an archive there are other lines before and after the entries. */
const beginningOfEntry = '{"startedDateTime"'

/** Merges the entries of several logs, or of archives made from them, into one archive: a reader sees the old file or the new one. */
export async function completeHar(logs: readonly string[], path: string): Promise<void> {
  const draft = `${path}.${randomUUID()}.draft`
  try {
    await pipeline(archive(logs), createWriteStream(draft))
    await rename(draft, path)
  } catch (cause) {
    await rm(draft, { force: true })
    throw cause
  }
}

/** Bytes that are read and written at a time: entry by entry would take four times as long. */
const blockSize = 524_288

/** The archive in large blocks. */
function* archive(logs: readonly string[]): Generator<Buffer> {
  let block: Buffer[] = []
  let length = 0
  for (const piece of piecesOf(logs)) {
    block.push(piece)
    length += piece.length
    if (length < blockSize) continue
    yield Buffer.concat(block, length)
    block = []
    length = 0
  }
  yield Buffer.concat(block, length)
}

function* piecesOf(logs: readonly string[]): Generator<Buffer> {
  const creator = { name: packageFile.name, version: packageFile.version }
  const comment = `Secrets are replaced by ***; bodies are cut after ${longestText} characters.`
  yield Buffer.from(`{"log":{"version":"1.2","creator":${jsonLine(creator)},"comment":${jsonLine(comment)},"entries":[`)
  let separator = Buffer.from('\n')
  for (const entry of inOrder(entriesIn(logs))) {
    yield separator
    yield entry
    separator = Buffer.from(',\n')
  }
  yield Buffer.from('\n]}}\n')
}

/** The place of an entry: a run may have more entries than fit into memory. */
interface Entry {
  readonly startedAt: string
  readonly log: string
  readonly offset: number
  readonly length: number
}

/** The entries of all logs, sorted by the time of their requests. */
function entriesIn(logs: readonly string[]): Entry[] {
  const entries: Entry[] = []
  for (const log of logs)
    for (const { bytes, offset } of linesOf(log)) {
      if (bytes.indexOf(beginningOfEntry) !== 0) continue
      const startedAt = bytes.toString('latin1', beginningOfEntry.length + 2, beginningOfEntry.length + 26)
      const endsInComma = bytes.at(-1) === comma
      entries.push({ startedAt, log, offset, length: endsInComma ? bytes.length - 1 : bytes.length })
    }
  return entries.sort((one, other) => (one.startedAt < other.startedAt ? -1 : one.startedAt > other.startedAt ? 1 : 0))
}

const lineBreak = 0x0a
const comma = 0x2c

/** The lines of a file without line ends, and where each begins. */
function* linesOf(path: string): Generator<{ readonly bytes: Buffer; readonly offset: number }> {
  const file = openSync(path, 'r')
  try {
    let begun = Buffer.alloc(0)
    let offset = 0
    for (;;) {
      const block = Buffer.allocUnsafe(blockSize)
      const read = readSync(file, block)
      if (read === 0) break
      const bytes = Buffer.concat([begun, block.subarray(0, read)])
      let from = 0
      for (let end = bytes.indexOf(lineBreak); end !== -1; end = bytes.indexOf(lineBreak, from)) {
        yield { bytes: bytes.subarray(from, end), offset: offset + from }
        from = end + 1
      }
      begun = bytes.subarray(from)
      offset += from
    }
    if (begun.length > 0) yield { bytes: begun, offset }
  } finally {
    closeSync(file)
  }
}

function* inOrder(entries: readonly Entry[]): Generator<Buffer> {
  const files = new Map<string, number>()
  try {
    for (const { log, offset, length } of entries) {
      const file = files.get(log) ?? openSync(log, 'r')
      files.set(log, file)
      const bytes = Buffer.allocUnsafe(length)
      readSync(file, bytes, 0, length, offset)
      yield bytes
    }
  } finally {
    for (const file of files.values()) closeSync(file)
  }
}
