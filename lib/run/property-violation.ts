import { Violation } from '../checks/errors.ts'
import type { Tried } from '../checks/finding.ts'

export interface Counterexample {
  readonly seed: number
  /** fast-check's path to it: with the seed it leads directly there. */
  readonly path: string
  readonly counterexample: string
  /** The outcome of the inputs that were tried together. */
  readonly tried?: readonly Tried[]
  /** fast-check's path to the commands of a model run. */
  readonly commandsPath?: string
}

/** A violation that a generated input shows, shrunk. */
export class PropertyViolation extends Violation {
  readonly counterexample: Counterexample

  constructor({ judged, failed }: Violation, counterexample: Counterexample) {
    super(judged, failed)
    this.name = 'PropertyViolation'
    this.counterexample = counterexample
  }
}
