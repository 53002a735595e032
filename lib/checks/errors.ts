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

/** How each cause begins of a claim for which no answer or entry existed. */
export const nothingThere = 'nothing to evaluate: '

/** What a check reports about a requirement if no answer or entry existed for its claim: that proves nothing. */
export const nothingToJudge = {
  reason: 'missing-fixture',
  cause: `${nothingThere}no record that the run read had the data that this check needs; create one, or declare it in the target file`,
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

/** A bug in the suite, for example a request that it must not send. */
export class HarnessError extends Error {
  override readonly name = 'HarnessError'
}
