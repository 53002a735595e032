import type { Difference } from './difference.ts'

interface Deployment {
  readonly name: string
  readonly baseUrl: string
}

/** What came of holding two deployments against each other: `against.json`. */
export interface Comparison {
  readonly old: Deployment
  readonly new: Deployment
  readonly mode: 'read-only' | 'read-write'
  readonly effort: string
  readonly seed: number
  /** Answers to the same requests that were held against each other. */
  readonly pairs: number
  /** Differences that were seen at first, and not again: chance, and data that others change. */
  readonly unconfirmed: number
  readonly differences: readonly Difference[]
}
