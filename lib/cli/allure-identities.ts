import AllureVitestReporter from 'allure-vitest/reporter'
import { InMemoryWriter, ReporterRuntime } from 'allure-js-commons/sdk/reporter'
import type { TestModule } from 'vitest/node'
import type { WrittenResult } from '../report/allure/allure-results.ts'

/** Who each test is to Allure, from run to run, and when it ran; by the name of the test. */
export function allureIdentities(modules: readonly TestModule[]): ReadonlyMap<string, WrittenResult> {
  const writer = new InMemoryWriter()
  const reporter = new AllureVitestReporter({ reportMatchers: false })
  // Its own writer flushes every file to the disk, and what the files say is told by the report: this took seconds.
  Reflect.set(reporter, 'allureReporterRuntime', new ReporterRuntime({ writer }))
  reporter.onTestRunEnd(modules)
  return new Map(writer.tests.map((test) => [test.name ?? '', writtenOf(test)]))
}

function writtenOf(test: InMemoryWriter['tests'][number]): WrittenResult {
  const { uuid, historyId = '', testCaseId = '', fullName = '', name = '', start = 0, stop = 0 } = test
  return { uuid, historyId, testCaseId, fullName, name, start, stop }
}
