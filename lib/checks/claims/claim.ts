import type { Exchange } from '../../client/exchange.ts'
import type { FailedClaim } from '../finding.ts'

/** What is told of a claim where it does not hold, and whether it does. */
export interface Claim extends FailedClaim {
  readonly holds: boolean
  /** Where the contract lets it be claimed at all; elsewhere nothing is judged. Left out: everywhere. */
  readonly where?: boolean
  /** What it says something of each of: of none, nothing is judged. Left out: it is about one thing. */
  readonly over?: Iterable<unknown>
  /** The other answers that it is about, beside the one that is judged. */
  readonly beside?: readonly Exchange[]
}
