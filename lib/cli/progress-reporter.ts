import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { costOf, measuredCost, type Expense } from '../run/check-cost.ts'
import type { Progress } from './progress.ts'

const costOfNone = 0.1

/** Tells the progress display which checks will run, start and end. */
export class ProgressReporter implements Reporter {
  readonly #run: Expense
  readonly #progress: Progress
  /** The expected cost of each test. Excluded tests report a result too, but are not among these. */
  readonly #selected = new Map<string, number>()

  constructor(run: Expense, progress: Progress) {
    this.#run = run
    this.#progress = progress
  }

  onTestModuleCollected(module: TestModule): void {
    for (const test of module.children.allTests())
      if (test.options.mode !== 'skip') this.#selected.set(test.id, this.#costOf(test))
    const requestsOf = (name: string): number => measuredCost(name, this.#run)?.requests ?? 0
    this.#progress.plan([...this.#selected.values()], {
      discovery: requestsOf('discovery'),
      teardown: requestsOf('teardown'),
    })
  }

  onTestCaseReady({ id, name }: TestCase): void {
    if (this.#selected.has(id)) this.#progress.began(name.split(' ')[0])
  }

  onTestCaseResult({ id }: TestCase): void {
    const cost = this.#selected.get(id)
    if (cost !== undefined) this.#progress.ended(cost)
  }

  /** Requests, and a fraction of one for a check that sends none; the title of a test is that of its check after the requirements. */
  #costOf({ name }: TestCase): number {
    const title = name.replace(/^(?:[A-Z]+-\d+ )+/, '')
    return costOf({ title, needs: [] }, this.#run).requests + costOfNone
  }
}
