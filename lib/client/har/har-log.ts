import { appendFileSync } from 'node:fs'
import type { RequirementId } from '../../contract/requirement.ts'
import type { Exchange } from '../exchange.ts'
import { harEntry } from './har-entry.ts'
import { jsonLine } from './json-line.ts'

/** Characters kept in memory before they are written. */
const heldAtMost = 262_144

/** Writes exchanges to a file as they come, an archive entry a line, so that memory does not grow with the run. */
export class HarLog {
  readonly #path: string
  #held = ''
  #isBroken = false

  constructor(path: string) {
    this.#path = path
  }

  add(exchange: Exchange, requirements: readonly RequirementId[] = []): void {
    this.#held += `${jsonLine(harEntry(exchange, requirements))}\n`
    if (this.#held.length > heldAtMost) this.flush()
  }

  flush(): void {
    const lines = this.#held
    this.#held = ''
    if (lines === '' || this.#isBroken) return
    try {
      appendFileSync(this.#path, lines)
    } catch (error) {
      // A full disk is no reason to lose the run: its reports are small, and the archive is not.
      this.#isBroken = true
      const why = error instanceof Error ? error.message : String(error)
      process.stderr.write(`exchanges.har will not be complete: ${why}\n`)
    }
  }
}
