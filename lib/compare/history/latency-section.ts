import { shortened } from '../../report/escape.ts'
import { milliseconds } from '../../report/html/figures.ts'
import { html, type Markup } from '../../report/html/markup.ts'
import { table, type Section, heading } from '../../report/html/section.ts'
import { hasTellingTimes, type History, type HistoryLatency } from './history.ts'
import { runHeadings } from './run-headings.ts'

const longestText = 200

/** The median time of each endpoint in each run, changed ones first. */
export function latencySection({ latencies, runs }: History): Section[] {
  if (latencies.length === 0 || runs.length < 2) return []
  const telling = latencies.filter((one) => hasTellingTimes(one))
  const rest = latencies.filter((one) => !telling.includes(one))
  return [
    {
      id: 'latency',
      title: 'Latency',
      content: html`<p class="introduction">
          The median time of each endpoint, in milliseconds: information only. ${telling.length} of ${latencies.length}
          differ by more than chance.
        </p>
        <div class="card inner">
          ${table(
            ['Endpoint', heading.hidden('Drawn'), ...runHeadings(runs.length)],
            [...telling, ...rest].map((one) => latencyRow(one)),
            'Median time of each endpoint by run',
          )}
        </div>`,
    },
  ]
}

function latencyRow({ endpoint, medianMs }: HistoryLatency): Markup {
  return html`<tr>
    <th scope="row" class="id">${shortened(endpoint, longestText)}</th>
    <td class="drawn">${line(medianMs)}</td>
    ${medianMs.map((time) => html`<td class="number">${time === undefined ? '' : milliseconds(time).replace(' ms', '')}</td>`)}
  </tr>`
}

/** The times as a line; a run without one leaves no gap. */
function line(times: readonly (number | undefined)[]): Markup {
  const most = Math.max(1, ...times.map((time) => time ?? 0))
  const step = 100 / Math.max(1, times.length - 1)
  const points = times.flatMap((time, index) =>
    time === undefined ? [] : [`${round(index * step)},${round(18 - (16 * time) / most)}`],
  )
  return html`<svg class="line-drawn" viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">
    <polyline points="${points.join(' ')}" />
  </svg>`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
