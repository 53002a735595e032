import type { ConformanceReport, ReportedTraffic } from '../conformance-report.ts'
import { repeatCommand } from '../../config/replay-command.ts'
import { fact } from './cover.ts'
import { duration, type Markup, type Piece, html } from './markup.ts'
import { grouped } from '../../wording/figures.ts'
import { copyable, type Section, bar, table, heading } from './section.ts'
import { areas } from '../../contract/requirement.ts'
import { problemLine } from '../problems-of.ts'
import { inLine } from '../document/shown-finding.ts'

/** The settings of the run, and the command that repeats it. */
export function runSection(report: ConformanceReport): Section {
  return {
    id: 'run',
    title: 'This run',
    content: html`<div class="card inner">
      <dl class="facts">${facts(report)}</dl>
      <div class="replay">
        <h3>Repeat this run</h3>
        ${copyable(report.settings ? repeatCommand(report.settings) : report.replay, 'repeat this run')}
      </div>
    </div>`,
  }
}

function facts({ target }: ConformanceReport): Piece {
  return [
    fact('Duration', duration(target.durationMs)),
    fact('Requests', grouped(target.exchanges)),
    fact('To remove test data', grouped(target.teardownExchanges ?? 0)),
    fact('Mode', target.mode === 'read-only' ? 'read-only: nothing was changed' : 'reads and writes'),
    fact('Effort', target.effort),
    fact('Seed', `${target.seed}`),
  ]
}

/** The cost of each area of the catalogue for the target: checks, requests and waiting time. */
export function trafficSection({ traffic }: ConformanceReport): Section | undefined {
  if (!traffic || traffic.length === 0) return undefined
  const most = Math.max(1, ...traffic.map(({ durationMs }) => durationMs))
  return {
    id: 'traffic',
    title: 'Time and requests',
    content: html`<p class="introduction">
        By the area of the check that sent the requests. Checks run in parallel, so the times add up to more than the
        run took.
      </p>
      <div class="card inner">
        ${table(
          [
            'Area',
            heading.number('Checks'),
            heading.number('Requests'),
            heading.number('Time of answers'),
            heading.hidden('Time, drawn'),
          ],
          traffic.map((row) => trafficRow(row, most)),
          'Checks, requests and time by area',
        )}
      </div>`,
  }
}

function trafficRow({ area, checks, exchanges, durationMs }: ReportedTraffic, most: number): Markup {
  const title = areas.find(({ id }) => id === area)?.title
  return html`<tr>
    <td class="wide">${title === undefined ? 'set-up' : html`<abbr>${area}</abbr> ${title}`}</td>
    <td class="number">${grouped(checks)}</td>
    <td class="number">${grouped(exchanges)}</td>
    <td class="number">${duration(durationMs)}</td>
    <td class="drawn">${bar(durationMs, most)}</td>
  </tr>`
}

const linesShown = 50

/** Problems that are not findings: of the run, the suite, the network, and out-of-date deviations. */
export function troubleSection({ problems = [], staleDeviations = [] }: ConformanceReport): Section | undefined {
  const count = problems.length + staleDeviations.length
  if (count === 0) return undefined
  return {
    id: 'trouble',
    title: 'Trouble',
    count,
    content: html`<div class="card trouble">
      ${lines(problems.map(problemLine))}
      ${staleDeviations.length > 0 && html`<h3>Stale deviations: fix the deviations file</h3>`}${lines(staleDeviations)}
    </div>`,
  }
}

function lines(texts: readonly string[]): Markup | undefined {
  if (texts.length === 0) return undefined
  const left = texts.length - linesShown
  return html`<ul class="lines">
    ${texts.slice(0, linesShown).map((text) => html`<li><code>${inLine(text)}</code></li>`)}
    ${left > 0 && html`<li class="quiet">and ${left} more in <a href="conformance.json">conformance.json</a></li>`}
  </ul>`
}
