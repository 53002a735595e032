import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
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
  for (const log of logs)
    for await (const line of createInterface({ input: createReadStream(log), crlfDelay: Infinity })) {
      if (!line.startsWith(beginningOfEntry)) continue
      yield `${separator}${line.endsWith(',') ? line.slice(0, -1) : line}`
      separator = ',\n'
    }
  yield '\n]}}\n'
}
