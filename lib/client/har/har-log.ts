import { appendFileSync } from 'node:fs'
import { output } from '../output.ts'
import type { RequirementId } from '../../contract/requirement.ts'
import { Batch } from '../batch.ts'
import type { Exchange } from '../exchange.ts'
import { harEntry } from './har-entry.ts'

interface Logged {
  readonly exchange: Exchange
  readonly requirements: readonly RequirementId[]
}

/** Appends exchanges to a file as they arrive, one archive entry per line, so that memory does not grow with the run. */
export class HarLog {
  readonly #path: string
  readonly #batch = new Batch<Logged>((logged) => this.#write(logged))
  #isBroken = false

  constructor(path: string) {
    this.#path = path
  }

  add(exchange: Exchange, requirements: readonly RequirementId[] = []): void {
    this.#batch.add({ exchange, requirements }, exchange.bodyBytes)
  }

  flush(): void {
    this.#batch.flush()
  }

  #write(logged: readonly Logged[]): void {
    if (this.#isBroken) return
    // Encoded one by one: joined first, one line beyond Latin-1 would make V8 encode all of them the slow way.
    const lines = logged.map(({ exchange, requirements }) =>
      Buffer.from(`${jsonLine(harEntry(exchange, requirements))}\n`),
    )
    try {
      appendFileSync(this.#path, Buffer.concat(lines))
    } catch (error) {
      // A full disk must not end the run: its reports are small, the archive is not.
      this.#isBroken = true
      const why = error instanceof Error ? error.message : String(error)
      output.warn(`exchanges.har will not be complete: ${why}`)
    }
  }
}

/** Characters that JSON leaves unescaped, although terminals obey them or line readers split at them. */
const stillActive = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** Data as one line of JSON that is harmless in a terminal, with the same meaning. */
export function jsonLine(data: unknown): string {
  const line = JSON.stringify(data)
  if (isHarmless(line)) return line
  return line.replaceAll(stillActive, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Nearly every line is pure ASCII: this test takes a fraction of the time of checking each character. */
function isHarmless(line: string): boolean {
  return Buffer.byteLength(line) === line.length && !line.includes('\u007f')
}
