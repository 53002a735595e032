import { succeeded, type Exchange } from '../../client/exchange.ts'
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
  /** Something else may be wrong with the request as well: then any other refusal will do. */
  readonly mayDiffer?: boolean
  /** Where the contract lets it be claimed at all; elsewhere nothing is judged. */
  readonly where?: boolean
  readonly hint?: string
}

/** The answer refuses with a 4xx, and with its status and code where the contract states them. Throws `UntestedError` where that proves nothing. */
export function refusalClaims(exchange: Exchange, refusal: Refusal): Claim[] {
  const { status, code, control, unusual, mayDiffer = false, where = true, hint } = refusal
  if (!where) return []
  if (!succeeded(control)) throw controlRefused(control)
  if (exchange.status >= 500) throw brokenDown(exchange)
  if ((unusual && isOfGateway(exchange)) || isRefusalOfGateway(exchange)) throw answeredBefore(exchange)
  const about = { beside: [control], ...(hint !== undefined && { hint }) }
  const isOther = mayDiffer && ![status].flat().includes(exchange.status)
  const refused: Claim = {
    kind: 'status',
    lawful: status === undefined || isOther ? 'a refusal' : [status].flat(),
    ...about,
  }
  return code === undefined || isOther ? [refused] : [refused, { kind: 'code', lawful: [code].flat(), ...about }]
}
