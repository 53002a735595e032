import { markdownCode, markdownText, shortened } from '../report/escape.ts'
import type { ComparedRun, Comparison } from './comparison.ts'
import { attribution, comparisonSections, type Row, type Section } from './comparison-sections.ts'

const rowsShown = 40
const longestRow = 300
/** A pull request comment may hold 65,536 characters; some room is left to whoever posts it. */
const longestMarkdown = 60_000

/** The comparison for a pull request: under 60,000 characters whatever the target sends, which nothing in it can mark up. */
export function comparisonMarkdown(comparison: Comparison): string {
  const { suite, runs, regressions } = comparison
  const differences = [...suite.map((line) => `suite: ${line}`), ...runs]
  const text = [
    `# Comparison: ${regressions.length === 0 ? 'no regression' : 'regression'}`,
    [runTable(comparison.old, 'old'), runTable(comparison.new, 'new')].join('\n'),
    attribution(comparison),
    bullets(differences),
    regressions.map((line) => `- **${line}**`).join('\n'),
    ...comparisonSections(comparison).map((section) => sectionMarkdown(section)),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
  // Every line stands serial: cut between two, none is half a code span.
  if (text.length <= longestMarkdown) return `${text}\n`
  return `${text.slice(0, text.lastIndexOf('\n', longestMarkdown))}\n\nMore in \`compare --json\`.\n`
}

function runTable({ name, baseUrl, verdict, startedAt, version }: ComparedRun, which: string): string {
  return `- **${which}**: ${verdict}, ${code(name)} at ${code(baseUrl)}, ${startedAt}, suite ${code(version)}`
}

function sectionMarkdown({ title, rows }: Section): string {
  const more = rows.length - rowsShown
  return [
    `## ${title} (${rows.length})`,
    [
      ...rows.slice(0, rowsShown).map((row) => `- ${rowMarkdown(row)}`),
      ...(more > 0 ? [`- and ${more} more: see \`compare --json\``] : []),
    ].join('\n'),
  ].join('\n\n')
}

function rowMarkdown({ subject, statement, text }: Row): string {
  const said = [
    ...(statement === undefined ? [] : [markdownText(shortened(statement, longestRow))]),
    ...(text === undefined ? [] : [code(text)]),
  ]
  return `${markdownText(subject)}: ${said.join('; ')}`
}

function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${code(line)}`).join('\n')
}

function code(text: string): string {
  return markdownCode(shortened(text, longestRow))
}
