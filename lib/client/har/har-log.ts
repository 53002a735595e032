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

  constructor(path: string) {
    this.#path = path
  }

  add(exchange: Exchange, requirements: readonly RequirementId[] = []): void {
    this.#held += `${jsonLine(harEntry(exchange, requirements))}\n`
    if (this.#held.length > heldAtMost) this.flush()
  }

  flush(): void {
    if (this.#held === '') return
    appendFileSync(this.#path, this.#held)
    this.#held = ''
  }
}
