import { appendFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'
import type { ResultLine } from './result-line.ts'

interface FailureOfTest {
  readonly message: string
  readonly diff?: string
}

/**
 * Writes how each test ended to the file that `TEST_RESULTS` names, a line as soon as it is known: of a run that is cut off
 * or crashes, what went before is told all the same.
 */
export default class ResultsReporter implements Reporter {
  readonly #path: string | undefined

  constructor({ path = process.env['TEST_RESULTS'] }: { readonly path?: string } = {}) {
    this.#path = path
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result()
    if (state === 'passed') this.#write({ state })
    if (state === 'failed') this.#fail(`${test.module.relativeModuleId} > ${test.fullName}`, errors)
  }

  onTestSuiteResult(suite: TestSuite): void {
    const errors = suite.errors()
    if (errors.length > 0) this.#fail(`${suite.module.relativeModuleId} > ${suite.fullName}`, errors)
  }

  onTestModuleEnd(module: TestModule): void {
    const errors = module.errors()
    if (errors.length > 0) this.#fail(module.relativeModuleId, errors)
  }

  onTestRunEnd(_: readonly TestModule[], unhandled: readonly FailureOfTest[]): void {
    if (unhandled.length > 0) this.#fail('outside of any test', unhandled)
    this.#write({ state: 'ended' })
  }

  #fail(name: string, errors: readonly FailureOfTest[] = []): void {
    const told = errors.map(({ message, diff }) => [message, ...(diff === undefined ? [] : [diff])].join('\n'))
    this.#write({ state: 'failed', name, message: stripVTControlCharacters(told.join('\n')) })
  }

  #write(line: ResultLine): void {
    if (this.#path !== undefined) appendFileSync(this.#path, `${JSON.stringify(line)}\n`)
  }
}
