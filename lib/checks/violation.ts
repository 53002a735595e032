import type { Exchange } from '../client/exchange.ts'
import { printable } from '../client/printable.ts'
import { redact } from '../client/redactor.ts'
import type { RequirementId } from '../contract/requirement.ts'
import type { FailedClaim } from './finding.ts'

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
