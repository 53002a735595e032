import AllureVitestReporter from 'allure-vitest/reporter'
import { InMemoryWriter, ReporterRuntime } from 'allure-js-commons/sdk/reporter'
import type { TestCase } from 'vitest/node'
import type { WrittenResult } from '../report/allure/allure-results.ts'

/** The identity of each test for Allure, stable across runs, and its times. */
export class AllureIdentities {
  readonly #writer = new InMemoryWriter()
  readonly #reporter = new AllureVitestReporter({ reportMatchers: false })
  readonly #known = new Map<string, WrittenResult>()

  constructor() {
    // Allure's own writer flushes every file to the disk, which took seconds; and the report decides what the files contain.
    Reflect.set(this.#reporter, 'allureReporterRuntime', new ReporterRuntime({ writer: this.#writer }))
  }

  /** For a test that has ended; none for one that the selection excluded. */
  of(test: TestCase): WrittenResult | undefined {
    const known = this.#known.get(test.id)
    if (known !== undefined) return known
    // Reporters of this kind need this part of a test, which vitest's types hide.
    this.#reporter.handleTask(Reflect.get(test, 'task'))
    const [result] = this.#writer.tests.splice(0)
    if (result === undefined) return undefined
    const { uuid, historyId = '', testCaseId = '', fullName = '', name = '', start = 0, stop = 0 } = result
    const written = { uuid, historyId, testCaseId, fullName, name, start, stop }
    this.#known.set(test.id, written)
    return written
  }
}
