import { isRecord } from '../changes/answers.ts'
import type { Arrival } from '../changes/change.ts'
import { validationError } from '../../reference/service/http/service-error.ts'

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu

/** Rejects ids in a path that are no UUID. The target of an upload is left alone: it is said to be a string. */
export function refuseWhatIsNoUuid({ route, request }: Arrival): void {
  if (request.caller === null || !isRecord(request.params) || route === 'POST /files/:id') return
  for (const [name, value] of Object.entries(request.params)) {
    if (name === '*' || (typeof value === 'string' && uuid.test(value))) continue
    throw validationError({ loc: ['path', name], msg: 'Input should be a valid UUID', type: 'uuid_parsing' })
  }
}
