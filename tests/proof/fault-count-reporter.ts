import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Says at the end of a test run how many faults were tried, found, and blamed on exactly what they break. */
export default class FaultCountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const tried = tests.flatMap((test) => faultOf(test))
    const skipped = tests.filter((test) => test.result().state === 'skipped').length
    if (skipped > 0)
      console.log(`\n${skipped} of ${tests.length} tests were skipped, most of them for the budget of time`)
    if (tried.length === 0) return
    const found = tried.filter((fault) => fault.found).length
    const exact = tried.filter((fault) => fault.exactlyBlamed).length
    console.log(`\n${tried.length} faults, ${found} found, ${exact} exactly blamed`)
  }
}

function faultOf(test: TestCase): ReadonlyArray<{ readonly found: boolean; readonly exactlyBlamed: boolean }> {
  const { fault } = test.meta()
  return fault === undefined ? [] : [fault]
}
