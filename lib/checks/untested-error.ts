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
  cause: 'what this check looked at showed nothing that the requirement is about',
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
