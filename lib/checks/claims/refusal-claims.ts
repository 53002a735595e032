import type { Exchange } from '../../client/exchange.ts'
import { succeeded } from '../../client/succeeded.ts'
import { isRefusalOfGateway } from '../passive/refused-in-front.ts'
import type { Claim } from './claim.ts'
import { answeredBefore, brokenDown, controlRefused, isOfGateway } from './no-verdict.ts'

export interface Refusal {
  /** The status that the contract states; left out: any 4xx. */
  readonly status?: number | readonly number[]
  /** The error code that the contract states; left out: any. */
  readonly code?: string | readonly string[]
  /** The same request, different in just the one thing, that the target accepted: without it a refusal proves nothing. */
  readonly control: Exchange
  /** No client of the interface sends such a request: a refusal in other words than the service's is that of something in front of it. */
  readonly unusual?: true
  readonly hint?: string
}

/** The answer refuses with a 4xx, and with its status and code where the contract states them. Throws `UntestedError` where that proves nothing. */
export function refusalClaims(exchange: Exchange, { status, code, control, unusual, hint }: Refusal): Claim[] {
  if (!succeeded(control)) throw controlRefused(control)
  if (exchange.status >= 500) throw brokenDown(exchange)
  if ((unusual && isOfGateway(exchange)) || isRefusalOfGateway(exchange)) throw answeredBefore(exchange)
  const about = { beside: [control], ...(hint !== undefined && { hint }) }
  const refused: Claim = { kind: 'status', lawful: status === undefined ? 'a refusal' : [status].flat(), ...about }
  return code === undefined ? [refused] : [refused, { kind: 'code', lawful: [code].flat(), ...about }]
}
