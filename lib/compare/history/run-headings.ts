import { html, type Markup } from '../../report/html/markup.ts'

/** A heading for the column of each run: its number. */
export function runHeadings(runs: number): Markup[] {
  return Array.from({ length: runs }, (_, index) => html`<th scope="col" class="number">${index + 1}</th>`)
}
