/** A kind of mutants; what is left out may be anything. */
export interface Invisible {
  readonly reason: string
  /** How its path begins: that below the reference's service, or that of the suite. */
  readonly file: string
  /** How the mutator's name begins. */
  readonly mutator?: string
  /** Found in the code that was mutated, its spaces and line breaks one space each. */
  readonly code?: RegExp
  /** Found in the code that it became. */
  readonly becomes?: RegExp
  /** Found in the line that it begins on. */
  readonly context?: RegExp
}

export const nothingIsComputed = 'a formula that a service does not compute, or refuses, is reported as untested'
export const freePlaces = 'where in a request a thing is that has no documented name is free'
export const freeCodes = 'the codes in the entries of a validation error are free'
export const controlPlane = 'it is about a control of the operators, which clients do not have'
