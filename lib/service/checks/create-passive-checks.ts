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
import { partNumberSpelling } from './part-number-spelling.ts'
import { propertyObservations } from './property-observations.ts'
import { resourceChecks } from './resources.ts'
import { uploadTimeSpelling } from './upload-time-spelling.ts'
import { sharedHeaders } from '../../checks/passive/shared-headers.ts'
import { serverErrors } from '../../checks/passive/server-errors.ts'
import { statuses } from '../../checks/passive/statuses.ts'
import { unsetFields } from './unset-fields.ts'
import { validationErrors } from '../../checks/passive/validation-errors.ts'

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
