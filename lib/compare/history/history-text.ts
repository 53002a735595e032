import type { Mark } from '../../report/document/run-document.ts'
import type { Comparison } from '../comparison.ts'
import { inLine } from '../../report/document/shown-finding.ts'
import { sectionText } from '../../report/result-text.ts'
import { verdictSections } from '../comparison-document.ts'
import { hasTellingTimes } from './history.ts'
import type { History, HistoryLatency, HistoryObservation, HistoryRow, HistoryRun } from './history.ts'

const letters: Readonly<Record<Mark, string>> = {
  conforms: '✓',
  violated: '✗',
  known: '~',
  warning: '!',
  untested: '-',
  observed: 'o',
}
const legend = '✓ conforms, ✗ violated, ~ known deviation, ! warning, - untested, o observed, · not in the catalogue'

/** The history of several runs for a terminal. */
export function historyText(history: History): string {
  const { runs, steps } = history
  return [
    runs.length === 1 ? '1 run' : `${runs.length} runs, oldest first`,
    runTable(runs),
    ...steps.map((step, index) => stepText(step, index + 1)),
    titled(`Verdicts that changed (${legend})`, history.rows.filter(({ changed }) => changed).map(rowText)),
    titled('Drift in what the contract leaves open', history.observations.map(observationText)),
    titled(
      'Median times that changed, in ms (information only)',
      history.latencies.filter(hasTellingTimes).map(latencyText),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n')
    .concat('\n')
}

const columns = ['conforms', 'violated', 'untested', 'observed'] as const

function runTable(runs: readonly HistoryRun[]): string {
  const heading = `run  ${'started'.padEnd(24)}  ${'verdict'.padEnd(14)}${columns.map((name) => name.padStart(10)).join('')}${'cases'.padStart(15)}  target`
  const lines = runs.map(
    ({ startedAt, verdict, summary, cases, name, version }, index) =>
      `${`${index + 1}`.padStart(3)}  ${inLine(startedAt).padEnd(24)}  ${verdict.padEnd(14)}${columns.map((one) => `${summary[one]}`.padStart(10)).join('')}${`${cases.looked}/${cases.known}`.padStart(15)}  ${inLine(name)}, suite ${inLine(version)}`,
  )
  return [heading, ...lines].join('\n')
}

function stepText(step: Comparison, index: number): string {
  const differences = [
    ...step.suite.map((line) => `  suite: ${inLine(line)}`),
    ...step.runs.map((line) => `  ${inLine(line)}`),
    ...verdictSections(step).map((section) =>
      sectionText(section, 'compare --json').trimStart().replaceAll(/^/gm, '  '),
    ),
  ]
  return differences.length === 0 ? '' : [`\nFrom run ${index} to ${index + 1}`, ...differences].join('\n')
}

function rowText({ id, cells, statement }: HistoryRow): string {
  const marks = cells.map((cell) => (cell === undefined ? '·' : letters[cell.mark]))
  return `${id.padEnd(8)} ${marks.join(' ')}  ${inLine(statement)}`
}

function observationText({ of, name, values }: HistoryObservation): string {
  const shown = values.map((value) => (value === undefined ? 'not evaluated' : value.join(' | ') || 'not observed'))
  return `${inLine(of)} ${inLine(name)}: ${shown.map((text) => inLine(text)).join(' → ')}`
}

function latencyText({ endpoint, medianMs }: HistoryLatency): string {
  const shown = medianMs.map((time) => (time === undefined ? '·' : `${Math.round(time * 10) / 10}`))
  return `${inLine(endpoint)}: ${shown.join(' → ')}`
}

function titled(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [`\n${title}`, ...lines.map((line) => `  ${line}`)].join('\n')
}
