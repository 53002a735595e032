import { redact } from '../client/redactor.ts'
import type { RequestDescription } from '../client/request-description.ts'
import type { Whose } from '../service/records/own-record.ts'
import type { RequirementId } from '../contract/requirement.ts'

export interface ForeignWrite {
  readonly reason: string
  /** Whose it is, or why that is not known. */
  readonly whose: Exclude<Whose, 'own'> | 'gone' | 'unread'
  /** The requirement of the creation that returned the id, if that one is to blame. */
  readonly requirement?: RequirementId | undefined
}

/** A request that would change a record that the run did not create, or cannot recognize: it was not sent. */
export class ForeignWriteError extends Error {
  readonly whose: ForeignWrite['whose']
  readonly reason: string
  readonly requirement: RequirementId | undefined

  constructor({ method, path }: RequestDescription, { reason, whose, requirement }: ForeignWrite) {
    super(redact(`${method} ${path} was not sent: ${reason}`))
    this.name = 'ForeignWriteError'
    this.whose = whose
    this.reason = redact(reason)
    this.requirement = requirement
  }
}
