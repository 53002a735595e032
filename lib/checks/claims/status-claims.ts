import type { Exchange } from '../../client/exchange.ts'
import { succeeded } from '../../client/succeeded.ts'
import type { Claim } from './claim.ts'
import { requireOwnAnswer } from './no-verdict.ts'
import { received } from './received.ts'

/** The answer has one of these statuses. Throws `UntestedError` where something in front of the service has refused. */
export function statusClaim(exchange: Exchange, status: number | readonly number[], hint?: string): Claim {
  const lawful = typeof status === 'number' ? [status] : status
  if (!lawful.includes(exchange.status)) requireOwnAnswer(exchange)
  return {
    claim: `${exchange.endpoint ?? exchange.request.method} answers ${lawful.join(' or ')}`,
    holds: lawful.includes(exchange.status),
    expected: lawful.join(' or '),
    received: received(exchange),
    criterion: { kind: 'status', lawful },
    ...(hint === undefined ? {} : { hint }),
  }
}

/** The answer is a success: any 2xx, or just the one given. */
export function acceptedClaim(exchange: Exchange, status?: number): Claim {
  if (status !== undefined) return statusClaim(exchange, status)
  requireOwnAnswer(exchange)
  return {
    claim: `${exchange.endpoint ?? exchange.request.method} succeeds`,
    holds: succeeded(exchange),
    expected: 'a success (2xx)',
    received: received(exchange),
    criterion: { kind: 'status', lawful: 'a success' },
  }
}

/** The target has not broken down over the request. */
export function noServerErrorClaim(exchange: Exchange): Claim {
  const { endpoint, request, broken } = exchange
  return {
    claim: `${endpoint ?? request.method} answers ${broken ?? 'a request'} without a server error`,
    holds: exchange.status < 500,
    expected: 'no 5xx',
    received: received(exchange),
    criterion: { kind: 'status', lawful: 'below 500' },
  }
}
