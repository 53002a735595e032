import type { RequirementId } from '../contract/requirement.ts'
import type { UntestedReason } from './journal.ts'

export interface Obstacle {
  readonly reason: UntestedReason
  readonly needs?: string
  /** What would let the check run, for people. */
  readonly enable: string
  readonly blockedBy?: readonly RequirementId[]
}

/** A check could not come to its claim: the target is not accused, and what stood in the way is named. */
export class UntestedError extends Error {
  readonly obstacle: Obstacle

  constructor(obstacle: Obstacle) {
    super(obstacle.enable)
    this.name = 'UntestedError'
    this.obstacle = obstacle
  }
}
