import type { ResultDocument, ResultSide, ResultRow, RowSection } from './document/result-document.ts'
import { inLine } from './document/shown-finding.ts'
import { markdownCode, markdownText } from './escape.ts'

const rowsShown = 40
/** A pull request comment may have 65,536 characters; some of them are left to the tool that posts it. */
const longestMarkdown = 60_000

/** A comparison for a pull request: under 60,000 characters whatever the target sends, and without markup from it. */
export function resultMarkdown(document: ResultDocument): string {
  const { eyebrow, headline, lead, sides, weighty, sections, nothing, whole } = document
  const text = [
    `# ${eyebrow}: ${headline}`,
    sides.map((side, index) => sideMarkdown(side, index === 0 ? 'old' : 'new')).join('\n'),
    markdownText(lead),
    weighty.map((line) => `- **${markdownText(line)}**`).join('\n'),
    ...sections.map((section) => sectionMarkdown(section, whole)),
    sections.length === 0 ? nothing : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n')
  // Every line is complete: a cut between two lines leaves no half code span.
  if (text.length <= longestMarkdown) return `${text}\n`
  return `${text.slice(0, text.lastIndexOf('\n', longestMarkdown))}\n\nMore in \`${whole}\`.\n`
}

function sideMarkdown({ name, baseUrl, verdict, facts = [] }: ResultSide, which: string): string {
  const said = [...(verdict === undefined ? [] : [verdict]), `${code(name)} at ${code(baseUrl)}`, ...facts.map(code)]
  return `- **${which}**: ${said.join(', ')}`
}

function sectionMarkdown({ title, rows }: RowSection, whole: string): string {
  const more = rows.length - rowsShown
  const lines = rows.slice(0, rowsShown).map((row) => `- ${rowMarkdown(row)}`)
  return [
    `## ${markdownText(title)} (${rows.length})`,
    [...lines, ...(more > 0 ? [`- and ${more} more: see \`${whole}\``] : [])].join('\n'),
  ].join('\n\n')
}

function rowMarkdown({ subject, statement, change, text }: ResultRow): string {
  const said = [
    ...(statement === undefined ? [] : [markdownText(inLine(statement))]),
    ...(change ? [`${code(change.old)} → ${code(change.new)}, ${markdownText(change.seen)}`] : []),
    ...(text === undefined ? [] : [code(text)]),
  ]
  return `${markdownText(inLine(subject))}: ${said.join('; ')}`
}

function code(text: string): string {
  return markdownCode(inLine(text))
}
