import { inLine } from './document/shown-finding.ts'
import type { ResultDocument, ResultSide, Row, RowSection } from './document/result-document.ts'
import { withoutControlCharacters } from './escape.ts'

const rowsShown = 60

/** A comparison for a terminal. */
export function resultText({ sides: [old, now], lead, sections, nothing, conclusion, whole }: ResultDocument): string {
  return [
    `old: ${sideText(old)}`,
    `new: ${sideText(now)}`,
    harmless(lead),
    ...sections.map((section) => sectionText(section, whole)),
    ...(sections.length === 0 ? [`\n${nothing}`] : []),
    ...conclusion.map(harmless),
  ]
    .join('\n')
    .concat('\n')
}

/** A section for a terminal: its title, and a line for each row. */
export function sectionText({ title, rows }: RowSection, whole: string): string {
  const more = rows.length - rowsShown
  return [
    `\n${harmless(title)} (${rows.length})`,
    ...rows.slice(0, rowsShown).map((row) => `  ${rowText(row)}`),
    ...(more > 0 ? [`  and ${more} more; see ${whole}`] : []),
  ].join('\n')
}

/** A text of a target as one line of a terminal. */
export function harmless(text: string): string {
  return inLine(withoutControlCharacters(text))
}

function sideText({ name, baseUrl, verdict, facts = [] }: ResultSide): string {
  return [name, baseUrl, ...facts, ...(verdict === undefined ? [] : [verdict])].map(harmless).join(', ')
}

function rowText({ subject, statement, change, text }: Row): string {
  const said = [statement, change && `${harmless(change.old)} → ${harmless(change.new)}, ${change.seen}`, text]
  return `${harmless(subject)}: ${said
    .filter((part) => part !== undefined)
    .map(harmless)
    .join('; ')}`
}
