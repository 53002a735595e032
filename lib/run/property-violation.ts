import { Violation } from '../checks/verify.ts'
import type { Counterexample } from '../checks/finding.ts'

/** A violation that a generated input shows, shrunk. */
export class PropertyViolation extends Violation {
  readonly counterexample: Counterexample

  constructor({ judged, failed }: Violation, counterexample: Counterexample) {
    super(judged, failed)
    this.name = 'PropertyViolation'
    this.counterexample = counterexample
  }
}
