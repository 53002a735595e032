import { inLine } from './document/shown-finding.ts'
import type { ResultDocument, ResultSide, ResultRow, RowSection } from './document/result-document.ts'

const rowsShown = 60

/** A comparison for a terminal. */
export function resultText({ sides: [old, now], lead, sections, nothing, conclusion, whole }: ResultDocument): string {
  return [
    `old: ${sideText(old)}`,
    `new: ${sideText(now)}`,
    inLine(lead),
    ...sections.map((section) => sectionText(section, whole)),
    ...(sections.length === 0 ? [`\n${nothing}`] : []),
    ...conclusion.map((line) => inLine(line)),
  ]
    .join('\n')
    .concat('\n')
}

/** A section for a terminal: its title, and a line for each row. */
export function sectionText({ title, rows }: RowSection, whole: string): string {
  const more = rows.length - rowsShown
  return [
    `\n${inLine(title)} (${rows.length})`,
    ...rows.slice(0, rowsShown).map((row) => `  ${rowText(row)}`),
    ...(more > 0 ? [`  and ${more} more; see ${whole}`] : []),
  ].join('\n')
}

function sideText({ name, baseUrl, verdict, facts = [] }: ResultSide): string {
  return [name, baseUrl, ...facts, ...(verdict === undefined ? [] : [verdict])].map((text) => inLine(text)).join(', ')
}

function rowText({ subject, statement, change, text }: ResultRow): string {
  const said = [statement, change && `${inLine(change.old)} → ${inLine(change.new)}, ${change.seen}`, text]
  return `${inLine(subject)}: ${said
    .filter((part) => part !== undefined)
    .map((part) => inLine(part))
    .join('; ')}`
}
