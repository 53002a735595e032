import AllureVitestReporter from 'allure-vitest/reporter'
import { InMemoryWriter, ReporterRuntime } from 'allure-js-commons/sdk/reporter'
import type { TestCase } from 'vitest/node'
import type { WrittenResult } from '../report/allure/allure-results.ts'

/** Who each test is to Allure, from run to run, and when it ran. */
export class AllureIdentities {
  readonly #writer = new InMemoryWriter()
  readonly #reporter = new AllureVitestReporter({ reportMatchers: false })
  readonly #known = new Map<string, WrittenResult>()

  constructor() {
    // Its own writer flushes every file to the disk, and what the files say is told by the report: this took seconds.
    Reflect.set(this.#reporter, 'allureReporterRuntime', new ReporterRuntime({ writer: this.#writer }))
  }

  /** Of a test that has ended; none of one that the selection left out. */
  of(test: TestCase): WrittenResult | undefined {
    const known = this.#known.get(test.id)
    if (known !== undefined) return known
    // What vitest's types hide of a test is what its reporters of this kind are made for.
    this.#reporter.handleTask(Reflect.get(test, 'task'))
    const [result] = this.#writer.tests.splice(0)
    if (result === undefined) return undefined
    const { uuid, historyId = '', testCaseId = '', fullName = '', name = '', start = 0, stop = 0 } = result
    const written = { uuid, historyId, testCaseId, fullName, name, start, stop }
    this.#known.set(test.id, written)
    return written
  }
}
