import { randomUUID } from 'node:crypto'
import { closeSync, createReadStream, createWriteStream, openSync, readSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import packageFile from '../../../package.json' with { type: 'json' }
import { longestText } from './bounded-text.ts'
import { jsonLine } from './json-line.ts'

/** In an archive, other lines stand before and after the entries. */
const beginningOfEntry = '{"startedDateTime"'

/** Puts the entries of several logs, or of archives made of such, together as one archive: a reader sees the old file or the new one. */
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

async function* archive(logs: readonly string[]): AsyncGenerator<string> {
  const creator = { name: packageFile.name, version: packageFile.version }
  const comment = `Secrets are replaced by ***; bodies are cut after ${longestText} characters.`
  yield `{"log":{"version":"1.2","creator":${jsonLine(creator)},"comment":${jsonLine(comment)},"entries":[`
  let separator = '\n'
  for (const line of inOrder(await entriesIn(logs))) {
    yield `${separator}${line}`
    separator = ',\n'
  }
  yield '\n]}}\n'
}

/** Where an entry stands: a run may have more of them than fit into memory. */
interface Entry {
  readonly startedAt: string
  readonly log: string
  readonly offset: number
  readonly length: number
}

/** The entries of all logs by the time when their requests were sent. */
async function entriesIn(logs: readonly string[]): Promise<Entry[]> {
  const entries: Entry[] = []
  for (const log of logs) {
    let offset = 0
    for await (const line of createInterface({ input: createReadStream(log), crlfDelay: Infinity })) {
      const bytes = Buffer.byteLength(line)
      const startedAt = line.startsWith(beginningOfEntry)
        ? line.slice(beginningOfEntry.length + 2, -1).slice(0, 24)
        : ''
      if (startedAt !== '') entries.push({ startedAt, log, offset, length: line.endsWith(',') ? bytes - 1 : bytes })
      offset += bytes + 1
    }
  }
  return entries.sort((one, other) => (one.startedAt < other.startedAt ? -1 : one.startedAt > other.startedAt ? 1 : 0))
}

function* inOrder(entries: readonly Entry[]): Generator<string> {
  const files = new Map<string, number>()
  try {
    for (const { log, offset, length } of entries) {
      const file = files.get(log) ?? openSync(log, 'r')
      files.set(log, file)
      const bytes = Buffer.alloc(length)
      readSync(file, bytes, 0, length, offset)
      yield bytes.toString()
    }
  } finally {
    for (const file of files.values()) closeSync(file)
  }
}
