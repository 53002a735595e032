import type { PassiveCheck } from '../passive-check.ts'
import { createCreatedIdsCheck } from './created-ids.ts'
import { errorInternals } from './error-internals.ts'
import { errors } from './errors.ts'
import { files } from './files.ts'
import { formulaExpression } from './formula-expression.ts'
import { createRequestIdCheck } from './headers.ts'
import { identifiers } from './identifiers.ts'
import { items } from './items.ts'
import { json } from './json.ts'
import { lists } from './lists.ts'
import { partNumberSpelling } from './part-number-spelling.ts'
import { products } from './products.ts'
import { properties } from './properties.ts'
import { propertyUnits } from './property-units.ts'
import { propertyValues } from './property-values.ts'
import { publicUsers } from './public-users.ts'
import { rateLimitHeaders } from './rate-limit-headers.ts'
import { serverErrors } from './server-errors.ts'
import { statuses } from './statuses.ts'
import { timestamps } from './timestamps.ts'
import { unsetFields } from './unset-fields.ts'
import { validationErrors } from './validation-errors.ts'
import { workspaces } from './workspaces.ts'

/** The rules that every exchange of a session is held against, in the order of the catalogue. What they remember is the session's own. */
export function createPassiveChecks(): readonly PassiveCheck[] {
  return [
    errors,
    validationErrors,
    serverErrors,
    errorInternals,
    statuses,
    createRequestIdCheck(),
    rateLimitHeaders,
    lists,
    workspaces,
    products,
    unsetFields,
    publicUsers,
    partNumberSpelling,
    properties,
    propertyValues,
    propertyUnits,
    formulaExpression,
    files,
    items,
    json,
    identifiers,
    timestamps,
    createCreatedIdsCheck(),
  ]
}
