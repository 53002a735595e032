import type { TestCase } from 'vitest/node'
import { withoutControlCharacters } from '../client/printable.ts'
import type { RanCheck } from '../report/allure/allure-result.ts'

/** Names that a violation keeps when it comes from the worker as a plain object. */
const violations = new Set(['Violation', 'PropertyViolation'])

/** A check in the form of a run's report, from its vitest test, with harmless texts. */
export function ranCheckOf(test: TestCase): RanCheck {
  const { name } = test
  const { state, errors = [], ...result } = test.result()
  switch (state) {
    case 'passed':
      return { name, state }
    case 'failed': {
      const fault = errors.find((error) => !violations.has(error.name ?? ''))
      return { name, state, ...(fault && { fault: withoutControlCharacters(fault.message) }) }
    }
    case 'skipped':
      return { name, state, ...('note' in result && { note: withoutControlCharacters(result.note ?? '') }) }
    case 'pending':
      return { name, state: 'skipped', note: 'deadline: the run was interrupted' }
  }
}
