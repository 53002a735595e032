import type { Configuration } from '../target/configuration.ts'

/** What the main process hands to the workers. */
export interface Provided {
  readonly configuration: Configuration
  /** Where each worker writes what it has seen. */
  readonly recordsDirectory: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    conformance: Provided
  }
}
