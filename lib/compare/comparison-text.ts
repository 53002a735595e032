import { inOneLine, shortened, withoutControlCharacters } from '../report/escape.ts'
import type { ComparedRun, Comparison } from './comparison.ts'
import { attribution, comparisonSections, type Row, type Section } from './comparison-sections.ts'

const rowsShown = 60
const longestRow = 300

/** The comparison for a terminal. */
export function comparisonText(comparison: Comparison): string {
  const { suite, runs, regressions } = comparison
  const sections = comparisonSections(comparison)
  return [
    `old: ${runLine(comparison.old)}`,
    `new: ${runLine(comparison.new)}`,
    attribution(comparison),
    ...suite.map((line) => `  suite, ${harmless(line)}`),
    ...runs.map((line) => `  run, ${harmless(line)}`),
    ...sections.map((section) => sectionText(section)),
    sections.length === 0 ? '\nnothing differs' : '',
    regressions.length === 0 ? 'no regression' : regressions.map((line) => `regression: ${line}`).join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n')
    .concat('\n')
}

function runLine({ name, verdict, startedAt, version }: ComparedRun): string {
  return `${harmless(name)}, ${startedAt}, ${verdict}, suite ${harmless(version)}`
}

function sectionText({ title, rows }: Section): string {
  const more = rows.length - rowsShown
  return [
    `\n${title} (${rows.length})`,
    ...rows.slice(0, rowsShown).map((row) => `  ${rowText(row)}`),
    ...(more > 0 ? [`  and ${more} more; see --json`] : []),
  ].join('\n')
}

function rowText({ subject, statement, text }: Row): string {
  const said = [statement, text].filter((part) => part !== undefined).map((part) => harmless(part))
  return `${harmless(subject)}: ${said.join('; ')}`
}

function harmless(text: string): string {
  return shortened(inOneLine(withoutControlCharacters(text)), longestRow)
}
