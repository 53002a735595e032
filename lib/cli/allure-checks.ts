import AllureVitestReporter from 'allure-vitest/reporter'
import { InMemoryWriter, ReporterRuntime } from 'allure-js-commons/sdk/reporter'
import type { TestCase } from 'vitest/node'
import { withoutControlCharacters } from '../client/printable.ts'
import type { FunctionEnd } from '../report/allure/allure-ending.ts'
import type { RanCheck } from '../report/allure/allure-result.ts'

/** The checks of completed tests, with the identities that Allure gives to tests: they are stable across runs. */
export function allureChecks(tests: readonly TestCase[]): readonly RanCheck[] {
  const writer = new InMemoryWriter()
  const reporter = new AllureVitestReporter({ reportMatchers: false })
  // Allure's own writer flushes every file to the disk, which took seconds; and the report decides what the files contain.
  Reflect.set(reporter, 'allureReporterRuntime', new ReporterRuntime({ writer }))
  return tests.flatMap((test) => {
    // Reporters of this kind need this part of a test, which vitest's types hide.
    reporter.handleTask(Reflect.get(test, 'task'))
    return writer.tests
      .splice(0)
      .map(({ uuid, historyId = '', testCaseId = '', fullName = '', name = '', start = 0, stop = 0 }) => ({
        uuid,
        historyId,
        testCaseId,
        fullName,
        name,
        start,
        stop,
        ...functionEnd(test),
      }))
  })
}

/** Names that a violation keeps when it comes from the worker as a plain object. */
const violations = new Set(['Violation', 'PropertyViolation'])

/** How a check ended, from its vitest test, with harmless texts. */
function functionEnd(test: TestCase): FunctionEnd {
  const { state, errors = [], ...result } = test.result()
  switch (state) {
    case 'passed':
      return { state }
    case 'failed': {
      const fault = errors.find((error) => !violations.has(error.name ?? ''))
      return { state, ...(fault && { fault: withoutControlCharacters(fault.message) }) }
    }
    case 'skipped':
      return { state, ...('note' in result && { note: withoutControlCharacters(result.note ?? '') }) }
    case 'pending':
      return { state: 'skipped', note: 'deadline: the run was interrupted' }
  }
}
