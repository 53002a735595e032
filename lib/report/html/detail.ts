import { type Markup, html } from './markup.ts'

/** How much of the evidence a page holds; all of it is in conformance.json. */
export interface Detail {
  /** Characters of a body, and of a header's value; without any, exchanges are single lines. */
  readonly body: number
  /** Characters of any other text, such as a counterexample or a command. */
  readonly text: number
  /** Different findings of one requirement that are told. */
  readonly findings: number
  /** Further places of one finding that are listed. */
  readonly places: number
}

/** From all that is of use to a reader, down to what fits if everything is violated. */
export const details: readonly Detail[] = [
  { body: 4000, text: 20_000, findings: 8, places: 50 },
  { body: 1000, text: 4000, findings: 5, places: 20 },
  { body: 300, text: 1500, findings: 3, places: 10 },
  { body: 0, text: 600, findings: 2, places: 3 },
  { body: 0, text: 200, findings: 1, places: 0 },
  { body: 0, text: 0, findings: 0, places: 0 },
]

/** How much of a finding is printed; `style/print-findings.css` leaves out as much. */
export const onPaper = { findings: 3, places: 3, exchanges: 5 } as const

/** A word on paper alone, for what is left out there; nothing if nothing is. */
export function leftOutOnPaper(count: number, shown: number, what: string): Markup | undefined {
  return count > shown ? html`<p class="on-paper">${count - shown} more ${what} in conformance.json</p>` : undefined
}
