import { succeeded, type Exchange } from '../../client/exchange.ts'
import { isRefusalOfGateway } from '../passive/refused-in-front.ts'
import type { Claim } from './claim.ts'
import { answeredBefore, brokenDown, controlRefused, isOfGateway } from './no-verdict.ts'

export interface Refusal {
  /** The status of the contract; omitted: any 4xx. */
  readonly status?: number | readonly number[]
  /** The error code of the contract; omitted: any. */
  readonly code?: string | readonly string[]
  /** The same request without the mistake, which the target accepted: without it a rejection proves nothing. */
  readonly control: Exchange
  /**
   * No client of the interface sends such a request: a rejection that does not have the service's form comes from a component in
   * front of it.
   */
  readonly unusual?: true
  /** The request may have another mistake too: then any other rejection is accepted. */
  readonly mayDiffer?: boolean
  /** Whether the contract allows the claim here; if not, nothing is judged. Omitted: everywhere. */
  readonly where?: boolean
  readonly hint?: string
}

/** The answer is a 4xx, with the status and code of the contract if it defines them. Throws `UntestedError` if that proves nothing. */
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
