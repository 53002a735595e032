import { requirementsOf, statedShape } from '../../contract/stated-shape.ts'
import type { PassiveCheck } from '../../checks/passive-check.ts'
import { judgeShape } from '../../checks/passive/judge-shape.ts'
import { subjectOf } from '../../checks/passive/reading.ts'

/** Resources with a schema, and how a title names one of them. */
const resources = [
  ['workspace', 'a workspace'],
  ['product', 'a product'],
  ['property', 'a property'],
  ['file', 'a file'],
  ['item', 'an item'],
] as const

/** One check a resource: every record of it that is shown keeps its schema, each field under the requirement that the schema names. */
export const resourceChecks: readonly PassiveCheck[] = resources.map(([resource, one]) => {
  const shape = statedShape(`resources/${resource}.json`)
  return {
    title: `${one} has the documented shape`,
    requirements: requirementsOf(shape),
    judge: (exchange, report) => {
      const subject = subjectOf(exchange, resource)
      if (subject) judgeShape(shape, subject, report)
    },
  }
})
