import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { output } from '../client/output.ts'
import { costOf, type Expense } from '../run/check-cost.ts'

const costOfNone = 0.1

/** Milliseconds between two progress lines where the output is no terminal. */
const plainInterval = 5000

/** One line while a run is under way: rewritten in place on a terminal, now and then elsewhere. */
export class ProgressReporter implements Reporter {
  readonly #started = Date.now()
  readonly #run: Expense
  /** What each test is expected to cost. Tests that the selection leaves out report a result too: they are not among these. */
  readonly #selected = new Map<string, number>()
  #cost = 0
  #done = 0
  #spent = 0
  #violated = 0
  #written = Date.now()

  constructor(run: Expense) {
    this.#run = run
  }

  onTestModuleCollected(module: TestModule): void {
    for (const test of module.children.allTests()) {
      if (test.options.mode === 'skip') continue
      const cost = this.#costOf(test)
      this.#selected.set(test.id, cost)
      this.#cost += cost
    }
  }

  /** Requests, and a part of one for what sends none; the title of a test is that of its check behind the requirements. */
  #costOf({ name }: TestCase): number {
    const title = name.replace(/^(?:[A-Z]+-\d+ )+/, '')
    return costOf({ title, needs: [] }, this.#run).requests + costOfNone
  }

  onTestCaseResult(test: TestCase): void {
    const cost = this.#selected.get(test.id)
    if (cost === undefined) return
    this.#spent += cost
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
      // Cheap checks come first: it is the requests of what is to come that take the time.
      const left = Math.ceil(((this.#cost - this.#spent) * seconds) / this.#spent)
      output.progress(`${line}, about ${left} s left`)
      return
    }
    if (Date.now() - this.#written < plainInterval) return
    this.#written = Date.now()
    output.progress(line)
  }
}
