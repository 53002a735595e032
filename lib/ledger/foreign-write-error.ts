import type { RequirementId } from '../contract/requirement.ts'

export interface ForeignWrite {
  /** `METHOD path` of what was not sent. */
  readonly request: string
  readonly reason: string
  /** The requirement of the creation that answered with the id, where one did. */
  readonly requirement?: RequirementId | undefined
}

/** A request that would have changed what this run did not make, or what cannot be told from it: it was not sent. */
export class ForeignWriteError extends Error {
  readonly requirement: RequirementId | undefined

  constructor({ request, reason, requirement }: ForeignWrite) {
    super(`not sent, ${reason}: ${request}`)
    this.name = 'ForeignWriteError'
    this.requirement = requirement
  }
}
