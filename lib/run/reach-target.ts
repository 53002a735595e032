import { errorCodeOf } from '../checks/error-body.ts'
import type { Client } from '../client/client.ts'
import { DeadlineError } from '../client/deadline-error.ts'
import { RateLimitedError } from '../client/rate-limited-error.ts'
import { TransportError } from '../client/transport-error.ts'
import { RunError } from './run-error.ts'

/** Asks the target for one workspace before anything else; a target that cannot be reached or refuses the key cannot be judged. */
export async function reachTarget(client: Client, baseUrl: string): Promise<void> {
  const answer = await client
    .send({
      method: 'GET',
      path: '/v1/public/workspaces',
      query: { limit: 1 },
      endpoint: 'listWorkspaces',
      check: 'reaching the target',
    })
    .catch((error: unknown) => {
      if (error instanceof TransportError)
        throw new RunError(
          `${baseUrl} cannot be reached (${error.message}); check --base-url, and that the service is up`,
        )
      if (error instanceof DeadlineError) throw new RunError(`${baseUrl} gave no answer before the deadline of the run`)
      if (error instanceof RateLimitedError) throw new RunError(`${baseUrl} answers 429 only: ${error.message}`)
      throw error
    })
  if (answer.status === 401 || answer.status === 403)
    throw new RunError(
      `${baseUrl} refuses the key (${answer.status} ${errorCodeOf(answer) ?? ''}); check CONFORMANCE_API_KEY: a REST API key of the organization to test with`,
    )
}
