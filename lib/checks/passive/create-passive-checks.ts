import type { PassiveCheck } from '../passive-check.ts'
import { answeredToTheEnd } from './answered-to-the-end.ts'
import { createCreatedIdsCheck } from './created-ids.ts'
import { errorInternals } from './error-internals.ts'
import { errors } from './errors.ts'
import { formulaExpression } from './formula-expression.ts'
import { createRequestIdCheck } from './request-ids.ts'
import { json } from './json.ts'
import { lists } from './lists.ts'
import { nullWords } from './null-words.ts'
import { partNumberSpelling } from './part-number-spelling.ts'
import { propertyObservations } from './property-observations.ts'
import { resourceChecks } from './resources.ts'
import { uploadTimeSpelling } from './upload-time-spelling.ts'
import { sharedHeaders } from './shared-headers.ts'
import { serverErrors } from './server-errors.ts'
import { statuses } from './statuses.ts'
import { unsetFields } from './unset-fields.ts'
import { validationErrors } from './validation-errors.ts'

/** The rules that every exchange of a session is held against, in the order of the catalogue. What they remember is the session's own. */
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
