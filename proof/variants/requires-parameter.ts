import type { RequestChange } from '../changes/change.ts'
import { requestsOf } from '../changes/requests.ts'
import { validationError } from '../../reference/service/http/service-error.ts'

/** A list that cannot do without one of its parameters. */
export function requiresParameter(route: string, name: string): RequestChange {
  return requestsOf([route], (sent) => {
    if (sent.query[name] !== undefined) return sent
    throw validationError({ loc: ['query', name], msg: 'Field required', type: 'missing' })
  })
}
