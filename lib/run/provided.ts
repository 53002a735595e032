import type { Configuration } from '../config/configuration.ts'

/** What the main process hands to the workers. */
export interface Provided {
  readonly configuration: Configuration
  /** Where each worker writes what it has seen. */
  readonly recordsDirectory: string
}

/** The suffix of the files in that directory to which exchanges are written. */
export const harLogEnding = '.har-entries'

declare module 'vitest' {
  export interface ProvidedContext {
    conformance: Provided
  }
}
