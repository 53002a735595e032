import type { RequirementVerdict, TargetVerdict } from '../conformance-report.ts'
import type { Mark } from './run-document.ts'

/** The content of a comparison, of two runs or two deployments: sides, and rows in sections. Texts of a target are already harmless. */
export interface ResultDocument {
  readonly eyebrow: string
  readonly headline: string
  /** What the head takes its colour from. */
  readonly mark: Mark
  readonly lead: string
  readonly sides: readonly [old: ResultSide, now: ResultSide]
  /** What weighs most, a line each. */
  readonly weighty: readonly string[]
  readonly sections: readonly RowSection[]
  /** What is said if there is no section. */
  readonly nothing: string
  /** The last lines of a terminal. */
  readonly conclusion: readonly string[]
  readonly madeOf: string
  /** Where all rows are, however many. */
  readonly whole: string
}

export interface ResultSide {
  readonly name: string
  readonly baseUrl: string
  readonly verdict?: TargetVerdict
  /** When it was started, and by which suite. */
  readonly facts?: readonly string[]
  /** The address of its page. */
  readonly page?: string | undefined
}

export interface RowSection {
  readonly title: string
  readonly rows: readonly ResultRow[]
}

/** One line: its subject and its text. */
export interface ResultRow {
  /** Our own words. */
  readonly subject: string
  /** A rule, in the words of the catalogue. */
  readonly statement?: string
  /** The old value, the new one, and how often it was seen. */
  readonly change?: { readonly old: string; readonly new: string; readonly seen: string }
  /** Further notes, which may contain texts of the target. */
  readonly text?: string
  /** The verdicts that it had and has. */
  readonly verdicts?: Readonly<Record<'old' | 'new', RequirementVerdict>>
}
