import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { output } from '../client/output.ts'

/** Milliseconds between two progress lines where the output is no terminal. */
const plainInterval = 5000

/** One line while a run is under way: rewritten in place on a terminal, now and then elsewhere. */
export class ProgressReporter implements Reporter {
  readonly #started = Date.now()
  /** Tests that the selection leaves out report a result too: they are not among these. */
  readonly #selected = new Set<string>()
  #done = 0
  #violated = 0
  #written = Date.now()

  onTestModuleCollected(module: TestModule): void {
    for (const test of module.children.allTests()) if (test.options.mode !== 'skip') this.#selected.add(test.id)
  }

  onTestCaseResult(test: TestCase): void {
    if (!this.#selected.has(test.id)) return
    const { state } = test.result()
    this.#done += 1
    if (state === 'failed') this.#violated += 1
    this.#show()
  }

  /** Ends the line. */
  end(): void {
    if (process.stdout.isTTY && this.#done > 0) output.progress('')
  }

  #show(): void {
    const seconds = (Date.now() - this.#started) / 1000
    const line = `${this.#done} of ${this.#selected.size} checks, ${this.#violated} with violations, ${seconds.toFixed(1)} s`
    if (process.stdout.isTTY) {
      const rate = this.#done / Math.max(seconds, 0.1)
      const left = Math.ceil((this.#selected.size - this.#done) / rate)
      output.progress(`${line}, ${rate.toFixed(0)}/s, about ${left} s left`)
      return
    }
    if (Date.now() - this.#written < plainInterval) return
    this.#written = Date.now()
    output.progress(line)
  }
}
