import type { ComparedRun, Comparison } from './comparison.ts'
import { harmless, sectionText } from './comparison-lines.ts'
import { attribution, comparisonSections } from './comparison-sections.ts'

/** The comparison for a terminal. */
export function comparisonText(comparison: Comparison): string {
  const { suite, runs, regressions } = comparison
  const sections = comparisonSections(comparison)
  return [
    `old: ${runLine(comparison.old)}`,
    `new: ${runLine(comparison.new)}`,
    attribution(comparison),
    ...suite.map((line) => `  suite: ${harmless(line)}`),
    ...runs.map((line) => `  ${harmless(line)}`),
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
