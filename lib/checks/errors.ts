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
  /** The need that is not met, for example `fixture:published-product`. */
  readonly needs?: string
  readonly blockedBy?: readonly RequirementId[]
}

/** Why a check did not come to its claim, for people: what stood in the way, or, where that is known, what would remove it. */
export type Obstacle = Circumstances &
  ({ readonly cause: string; readonly remedy?: never } | { readonly remedy: string; readonly cause?: never })

/** What an obstacle tells its reader, whichever of the two it is. */
export function obstacleText({ cause, remedy }: Obstacle): string {
  return remedy ?? cause
}

/**
 * What a check says of a requirement that it declares where it judged others and this one did not come up: a view that an
 * answer did not show, a field that it lacks. It is no case of that requirement on this target.
 */
export const notComeUp = {
  reason: 'missing-fixture',
  cause: 'the answers of this check showed nothing that the requirement is about',
} as const satisfies Obstacle

/** What a check says of a requirement where no answer or entry was there that its claim could be about: nothing is shown by none. */
export const nothingToJudge = {
  reason: 'missing-fixture',
  cause: 'no answer contained what this check judges',
} as const satisfies Obstacle

/** A check could not come to its claim: the target is not accused, and what stood in the way is named. */
export class UntestedError extends Error {
  readonly obstacle: Obstacle

  constructor(obstacle: Obstacle) {
    super(obstacleText(obstacle))
    this.name = 'UntestedError'
    this.obstacle = obstacle
  }
}

/** What a violation is about: the requirement, and the answer that breaks it, where it is one answer. */
export interface Judged {
  readonly requirement: RequirementId
  readonly exchange: Exchange | undefined
  /** What led there, where another check has sent it. */
  readonly ledBy?: readonly Exchange[]
  /** The other answers that the claim is about: the control request, or the others of a race. */
  readonly beside?: readonly Exchange[]
}

/** The target breaks a rule. Thrown by `verify`, turned into a finding by whoever runs the check. */
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

/** The suite itself is at fault, for example it was about to send what it did not mean to. */
export class HarnessError extends Error {
  override readonly name = 'HarnessError'
}
