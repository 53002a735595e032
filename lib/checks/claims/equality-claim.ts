import { isDeepStrictEqual } from 'node:util'
import { show } from '../../contract/show.ts'
import type { Criterion } from '../finding.ts'
import type { Claim } from './claim.ts'

export interface Comparison {
  readonly claim: string
  readonly expected: unknown
  readonly received: unknown
  readonly hint?: string
  /** As in a claim. */
  readonly where?: boolean
  /** As in `SameFields`. */
  readonly mayBeMissing?: true
  /** Where an answer tells more than whether the two are the same. */
  readonly criterion?: Criterion
}

/** Whole records and lists, so that a report can show where they differ. */
const longestValue = 2000

/** Two values are the same, compared deeply. */
export function equalityClaim({ received: value, expected, mayBeMissing, ...rest }: Comparison): Claim {
  return {
    holds: isDeepStrictEqual(value, expected),
    expected: show(expected, longestValue),
    received: show(value, longestValue),
    criterion: { kind: 'same', expected, received: value, ...(mayBeMissing && { mayBeMissing }) },
    ...rest,
  }
}
