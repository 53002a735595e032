import type { NewFinding } from '../checks/run-journal.ts'
import type { Exchange } from '../client/exchange.ts'
import type { Chronicle } from './chronicle.ts'
import type { NamedIds } from './name-ids.ts'
import type { RequestLines } from './request-lines.ts'
import type { TellingAnswers } from './telling-answers.ts'

/** What a judgement is made of. */
export interface JudgementSources extends TellingAnswers {
  readonly finding: NewFinding
  readonly trail: readonly Exchange[]
  readonly names: NamedIds
  readonly lines: RequestLines
  readonly chronicle: Chronicle
}

/**
 * How a script tells from the answers whether the rule is kept: the lines of a function whose end is 0 where it is, 1 where
 * the breach of the run is there again, and 2 where the answers show neither.
 */
export interface Judgement {
  readonly lines: readonly string[]
  /** What comes between the story and the judged request, after the functions that it calls. */
  readonly preparation?: { readonly functions: readonly string[]; readonly lines: readonly string[] }
  /** Whether a time is compared, which a second may hide. */
  readonly comparesTimes?: true
  /** Whether the breach shows at some moments alone. */
  readonly hangsOnLuck?: true
}
