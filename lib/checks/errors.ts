import type { Exchange } from '../client/exchange.ts'
import { printable } from '../client/printable.ts'
import { redact } from '../client/redactor.ts'
import type { FailedClaim } from './finding.ts'
import type { RequirementId } from '../contract/requirement.ts'

/** Why nothing evaluated a requirement. */
export type UntestedReason =
  | 'writes-not-allowed'
  | 'traces-not-allowed'
  | 'missing-fixture'
  | 'missing-control'
  | 'capability-absent'
  | 'blocked'
  | 'deadline'
  | 'rate-limited'
  | 'not-selected'
  | 'not-written'

interface Circumstances {
  readonly reason: UntestedReason
  /** The missing needs, for example `fixture:published-product`, with a space between several. */
  readonly needs?: string
  readonly blockedBy?: readonly RequirementId[]
}

/** Why a check did not reach its claim, for people: the obstacle, or its remedy if known. */
export type Obstacle = Circumstances &
  ({ readonly cause: string; readonly remedy?: never } | { readonly remedy: string; readonly cause?: never })

/** The text of an obstacle for its reader, in both forms. */
export function obstacleText({ cause, remedy }: Obstacle): string {
  return remedy ?? cause
}

/**
 * What a check reports about a declared requirement if it judged others and had no occasion for this one: an answer did not show
 * a view or a field. It is not a case of that requirement on this target.
 */
export const notComeUp = {
  reason: 'missing-fixture',
  cause: 'the answers of this check showed nothing that the requirement is about',
} as const satisfies Obstacle

/** What a check reports about a requirement if no answer or entry existed for its claim: that proves nothing. */
export const nothingToJudge = {
  reason: 'missing-fixture',
  cause: 'no answer contained what this check judges',
} as const satisfies Obstacle

/** A check could not reach its claim: the target is not accused, and the error names the obstacle. */
export class UntestedError extends Error {
  readonly obstacle: Obstacle

  constructor(obstacle: Obstacle) {
    super(obstacleText(obstacle))
    this.name = 'UntestedError'
    this.obstacle = obstacle
  }
}

/** The requirement of a violation, and the answer that breaks it, if it is a single one. */
export interface Judged {
  readonly requirement: RequirementId
  readonly exchange: Exchange | undefined
  /** What led there, if another check has sent it. */
  readonly ledBy?: readonly Exchange[]
  /** The other answers that the claim is about: the control request, or the others of a race. */
  readonly beside?: readonly Exchange[]
}

/** The target breaks a rule. `verify` throws it, and the runner of the check turns it into a finding. */
export class Violation extends Error {
  readonly judged: Judged
  readonly failed: FailedClaim

  constructor(judged: Judged, failed: FailedClaim) {
    const { requirement, exchange } = judged
    const where = exchange ? ` at ${exchange.request.method} ${exchange.request.path}` : ''
    const text = `${requirement}: ${failed.claim}: expected ${failed.expected}, received ${failed.received}${where}`
    // The message goes to vitest's reporters as it is.
    super(printable(redact(text)))
    this.name = 'Violation'
    this.judged = judged
    this.failed = failed
  }
}

/** A bug in the suite, for example a request that it must not send. */
export class HarnessError extends Error {
  override readonly name = 'HarnessError'
}
