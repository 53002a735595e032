import { shortened } from '../../report/escape.ts'
import { duration, html, type Markup } from '../../report/html/markup.ts'
import { counted, grouped, startedText } from '../../wording/figures.ts'
import { glyph, markOfVerdict, runMark } from '../../report/html/mark.ts'
import { resultPage, rowList } from '../../report/html/document-page.ts'
import { table, type Section, heading } from '../../report/html/section.ts'
import { verdictSections } from '../comparison-document.ts'
import type { Comparison } from '../comparison.ts'
import { newestRuns, type History, type HistoryRun } from './history.ts'
import { latencySection, observationSection, verdictsSection } from './history-sections.ts'

const longestText = 200
/** As many as a table can show beside each other. */
const mostRuns = 30

/** The history of several runs as a page; `linkTo` returns the link to the page of a run. */
export function historyPage(whole: History, linkTo: (page: string) => string): string {
  const history = newestRuns(whole, mostRuns)
  const { runs } = history
  const verdict = runs.at(-1)?.verdict ?? 'error'
  return resultPage({
    eyebrow: 'History of a Product Data Service deployment',
    headline: `${counted(whole.runs.length, 'run')}, the last ${verdict}`,
    mark: markOfVerdict[verdict],
    lead: lead(whole),
    facts: undefined,
    sections: [
      { id: 'runs', title: 'Runs', count: runs.length, content: runTable(runs, linkTo) },
      ...changesSection(history.steps),
      verdictsSection(history),
      ...latencySection(history),
      ...observationSection(history),
    ],
    nothing: '',
    madeOf: 'the conformance.json of each run',
  })
}

function lead({ runs, rows }: History): string {
  const changed = rows.filter((row) => row.changed).length
  const older = runs.length > mostRuns ? ` The newest ${mostRuns} are shown.` : ''
  return `${counted(changed, 'requirement')} changed ${changed === 1 ? 'its verdict' : 'their verdicts'} over time.${older}`
}

const columns = ['conforms', 'violated', 'untested', 'observed'] as const

function runTable(runs: readonly HistoryRun[], linkTo: (page: string) => string): Markup {
  const headings = [
    heading.number('Run'),
    'Started',
    'Verdict',
    ...columns.map((name) => heading.number(name)),
    heading.number('Cases'),
    heading.number('Requests'),
    heading.number('Time'),
  ]
  return html`<div class="card inner">
    ${table(
      headings,
      runs.map((run, index) => runRow(run, index, linkTo)),
      'Runs, oldest first',
    )}
  </div>`
}

function runRow(run: HistoryRun, index: number, linkTo: (page: string) => string): Markup {
  const { startedAt, verdict, summary, cases, exchanges, durationMs, name, version, page, mode, effort } = run
  const shown = html`<time class="nowrap" datetime="${startedAt}"
    >${shortened(startedText(startedAt), longestText)}</time
  >`
  return html`<tr>
    <td class="number">${index + 1}</td>
    <td>
      ${page === undefined ? shown : html`<a href="${linkTo(page)}">${shown}</a>`}
      <span class="quiet block"
        >${shortened(name, longestText)}, ${mode}, ${effort}, suite ${shortened(version, longestText)}</span
      >
    </td>
    <td class="nowrap">${runMark(verdict)}</td>
    ${columns.map((column) => html`<td class="number">${grouped(summary[column])}</td>`)}
    <td class="number">${grouped(cases.looked)} of ${grouped(cases.known)}</td>
    <td class="number">${grouped(exchanges)}</td>
    <td class="number">${duration(durationMs)}</td>
  </tr>`
}

/** The changes in the verdicts from each run to the next; newest first. */
function changesSection(steps: readonly Comparison[]): Section[] {
  const told = steps.flatMap((step, index) => {
    const parts = verdictSections(step)
    const differences = [...step.suite.map((line) => `suite: ${line}`), ...step.runs]
    if (parts.length + differences.length === 0) return []
    return [
      html`<div class="step">
        <h3>${glyph(step.regressions.length > 0 ? 'violated' : 'conforms')} From run ${index + 1} to ${index + 2}</h3>
        ${differences.length > 0 && html`<p class="quiet">${shortened(differences.join('; '), 600)}</p>`}
        ${parts.map(
          ({ title, rows }) =>
            html`<h4>${title} <span class="count">${rows.length}</span></h4>
              ${rowList(rows, 'compare --json')}`,
        )}
      </div>`,
    ]
  })
  if (told.length === 0) return []
  return [{ id: 'changes', title: 'Changes', count: told.length, content: html`${told.toReversed()}` }]
}
