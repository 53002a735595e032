/** One small change of the service's rules, switched on by its id. */
export interface Mutant {
  readonly id: string
  /** Relative to the checkout. */
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly mutator: string
  readonly original: string
  readonly replacement: string
  /** The line that it begins on. */
  readonly context: string
}
