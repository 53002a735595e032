import type { Exchange } from '../../client/exchange.ts'
import { succeeded } from '../../client/succeeded.ts'
import { errorCodeOf } from '../error-body.ts'
import { isRefusalOfGateway } from '../passive/refused-in-front.ts'
import type { Claim } from './claim.ts'
import { answeredBefore, brokenDown, controlRefused, isOfGateway } from './no-verdict.ts'
import { received } from './received.ts'

export interface Refusal {
  /** The status that the contract states; left out: any 4xx. */
  readonly status?: number | readonly number[]
  /** The error code that the contract states; left out: any. */
  readonly code?: string | readonly string[]
  /** The same request, different in just the one thing, that the target took: without it a refusal proves nothing. */
  readonly control: Exchange
  /** No client of the interface sends such a request: a refusal in other words than the service's is that of something in front of it. */
  readonly unusual?: true
  readonly hint?: string
}

/** The answer refuses with a 4xx, and with its status and code where the contract states them. Throws `UntestedError` where that proves nothing. */
export function refusalClaims(exchange: Exchange, refusal: Refusal): Claim[] {
  if (!succeeded(refusal.control)) throw controlRefused(refusal.control)
  if (exchange.status >= 500) throw brokenDown(exchange)
  if ((refusal.unusual && isOfGateway(exchange)) || isRefusalOfGateway(exchange)) throw answeredBefore(exchange)
  const what = whatIsRefused(exchange)
  const { claim, fingerprint = claim } = what
  const lawful = typeof refusal.status === 'number' ? [refusal.status] : refusal.status
  const codes = typeof refusal.code === 'string' ? [refusal.code] : refusal.code
  const code = errorCodeOf(exchange)
  const circumstances = { beside: [refusal.control], ...(refusal.hint === undefined ? {} : { hint: refusal.hint }) }
  const status: Claim = {
    ...what,
    holds: lawful ? lawful.includes(exchange.status) : exchange.status >= 400 && exchange.status < 500,
    expected: lawful ? lawful.join(' or ') : 'a refusal (4xx)',
    received: received(exchange),
    criterion: { kind: 'status', lawful: lawful ?? 'a refusal' },
    ...circumstances,
  }
  if (!codes) return [status]
  return [
    status,
    {
      claim: `${claim} with its code`,
      fingerprint: `${fingerprint} with its code`,
      holds: code !== undefined && codes.includes(code),
      expected: `error code ${codes.join(' or ')}`,
      received: code ?? 'no error code',
      criterion: { kind: 'code', lawful: codes },
      ...circumstances,
    },
  ]
}

/** The answer refuses, with whatever 4xx. */
export function rejectedClaim(exchange: Exchange, hint?: string): Claim {
  return {
    ...whatIsRefused(exchange),
    holds: exchange.status >= 400 && exchange.status < 500,
    expected: 'a refusal (4xx)',
    received: received(exchange),
    criterion: { kind: 'status', lawful: 'a refusal' },
    ...(hint === undefined ? {} : { hint }),
  }
}

function whatIsRefused({ endpoint, request, broken }: Exchange): Pick<Claim, 'claim' | 'fingerprint'> {
  const claim = `${endpoint ?? request.method} refuses`
  if (broken === undefined) return { claim }
  return { claim: `${claim} (${broken})`, fingerprint: `${claim} (${withoutNumbers(broken)})` }
}

/** Numbers may be those of the run. */
function withoutNumbers(text: string): string {
  return text.replaceAll(/\d+/g, 'N')
}
