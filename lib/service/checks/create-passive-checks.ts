import type { PassiveCheck } from '../../checks/passive-check.ts'
import { answeredToTheEnd } from '../../checks/passive/answered-to-the-end.ts'
import { createCreatedIdsCheck } from '../../checks/passive/created-ids.ts'
import { errorInternals } from '../../checks/passive/error-internals.ts'
import { errors } from '../../checks/passive/errors.ts'
import { formulaExpression } from './formula-expression.ts'
import { createRequestIdCheck } from '../../checks/passive/request-ids.ts'
import { json } from '../../checks/passive/json.ts'
import { lists } from '../../checks/passive/lists.ts'
import { nullWords } from './null-words.ts'
import { partNumberSpelling, uploadTimeSpelling } from './spellings.ts'
import { propertyObservations } from './property-observations.ts'
import { sharedHeaders } from '../../checks/passive/shared-headers.ts'
import { serverErrors, statuses, validationErrors } from '../../checks/passive/statuses.ts'
import { unsetFields } from './unset-fields.ts'
import { requirementsOf, statedShape } from '../../contract/stated-shape.ts'
import { judgeShape } from '../../checks/passive/judge-shape.ts'
import { subjectOf } from '../../checks/passive/reading.ts'

/** The rules for every exchange of a session, in the order of the catalogue. Each session has its own state. */
export function createPassiveChecks(): readonly PassiveCheck[] {
  return [
    errors,
    validationErrors,
    serverErrors,
    errorInternals,
    statuses,
    sharedHeaders,
    createRequestIdCheck(),
    lists,
    ...resourceChecks,
    unsetFields,
    nullWords,
    partNumberSpelling,
    formulaExpression,
    propertyObservations,
    uploadTimeSpelling,
    json,
    createCreatedIdsCheck(),
    answeredToTheEnd,
  ]
}

/** Resources with a schema, and their names in titles. */
const resources = [
  ['workspace', 'a workspace'],
  ['product', 'a product'],
  ['property', 'a property'],
  ['file', 'a file'],
  ['item', 'an item'],
] as const

/** One check per resource: every shown record keeps its schema, each field under the requirement that the schema names. */
const resourceChecks: readonly PassiveCheck[] = resources.map(([resource, one]) => {
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
