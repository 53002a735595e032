import { inOneLine, shortened, withoutControlCharacters } from '../report/escape.ts'
import type { Row, Section } from './comparison-sections.ts'

const rowsShown = 60
const longestLine = 300

/** A section of a comparison for a terminal: its title, and a line for each row. */
export function sectionText({ title, rows }: Section): string {
  const more = rows.length - rowsShown
  return [
    `\n${title} (${rows.length})`,
    ...rows.slice(0, rowsShown).map((row) => `  ${rowText(row)}`),
    ...(more > 0 ? [`  and ${more} more; see --json`] : []),
  ].join('\n')
}

/** A text of a target as one line of a terminal. */
export function harmless(text: string): string {
  return shortened(inOneLine(withoutControlCharacters(text)), longestLine)
}

function rowText({ subject, statement, text }: Row): string {
  const said = [statement, text].filter((part) => part !== undefined).map((part) => harmless(part))
  return `${harmless(subject)}: ${said.join('; ')}`
}
