import type { Deployment } from '../deployment.ts'
import { broken, ServiceError, validationError } from '../http/service-error.ts'

/** Carries a bulk creation out; every refusal of a bad entry comes through here. */
export function refusingInBulk<Result>({ faults }: Deployment, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'validation_error') throw error
    if (faults.active('bad-bulk-breaks-the-service')) throw broken()
    if (!faults.active('bad-bulk-names-no-entry')) throw error
    throw validationError({ loc: ['body'], msg: 'an entry is not valid', type: 'value_error' })
  }
}
