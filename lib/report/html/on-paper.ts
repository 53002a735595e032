import { html, type Markup } from './markup.ts'

/** How much of a finding is printed; `style/print-findings.css` leaves out as much. */
export const onPaper = { findings: 3, places: 3, exchanges: 5 } as const

/** A word on paper alone, for what is left out there; nothing where nothing is. */
export function leftOutOnPaper(count: number, shown: number, what: string): Markup | undefined {
  return count > shown ? html`<p class="on-paper">${count - shown} more ${what} in conformance.json</p>` : undefined
}
