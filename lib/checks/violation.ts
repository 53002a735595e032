import type { Exchange } from '../client/exchange.ts'
import { printable } from '../client/printable.ts'
import { redact } from '../client/redactor.ts'
import type { RequirementId } from '../contract/requirement.ts'

export interface Breach {
  readonly requirement: RequirementId
  /** Short, stable text of what was claimed: the same for two sightings of one breach. */
  readonly claim: string
  readonly expected: string
  readonly received: string
  readonly exchange?: Exchange | undefined
  readonly hint?: string | undefined
}

/** The target breaks a rule. Thrown by `verify`, turned into a finding by whoever runs the check. */
export class Violation extends Error {
  readonly breach: Breach

  constructor(breach: Breach) {
    const where = breach.exchange ? ` at ${breach.exchange.request.method} ${breach.exchange.request.path}` : ''
    const text = `${breach.requirement}: ${breach.claim}: expected ${breach.expected}, received ${breach.received}${where}`
    // The message goes to vitest's reporters as it is.
    super(printable(redact(text)))
    this.name = 'Violation'
    this.breach = breach
  }
}
