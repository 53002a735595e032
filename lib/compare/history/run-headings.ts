import type { Markup } from '../../report/html/markup.ts'
import { heading } from '../../report/html/section.ts'

/** A heading for the column of each run: its number. */
export function runHeadings(runs: number): Markup[] {
  return Array.from({ length: runs }, (_, index) => heading.number(index + 1))
}
