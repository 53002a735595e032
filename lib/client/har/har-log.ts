import { appendFileSync } from 'node:fs'
import { output } from '../output.ts'
import type { RequirementId } from '../../contract/requirement.ts'
import { Batch } from '../batch.ts'
import type { Exchange } from '../exchange.ts'
import { harEntry } from './har-entry.ts'
import { jsonLine } from './json-line.ts'

interface Logged {
  readonly exchange: Exchange
  readonly requirements: readonly RequirementId[]
}

/** Writes exchanges to a file as they come, an archive entry a line, so that memory does not grow with the run. */
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
    // Encoded one by one: put together before, one line beyond Latin-1 would have all of them encoded in the slow way.
    const lines = logged.map(({ exchange, requirements }) =>
      Buffer.from(`${jsonLine(harEntry(exchange, requirements))}\n`),
    )
    try {
      appendFileSync(this.#path, Buffer.concat(lines))
    } catch (error) {
      // A full disk is no reason to lose the run: its reports are small, and the archive is not.
      this.#isBroken = true
      const why = error instanceof Error ? error.message : String(error)
      output.warn(`exchanges.har will not be complete: ${why}`)
    }
  }
}
