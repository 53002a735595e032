import { Violation, type Breach } from '../checks/violation.ts'

export interface Counterexample {
  readonly seed: number
  /** fast-check's path to it: with the seed it leads straight there. */
  readonly path: string
  readonly counterexample: string
}

/** A violation that a generated input shows, shrunk. */
export class PropertyViolation extends Violation {
  readonly counterexample: Counterexample

  constructor(breach: Breach, counterexample: Counterexample) {
    super(breach)
    this.name = 'PropertyViolation'
    this.counterexample = counterexample
  }
}
