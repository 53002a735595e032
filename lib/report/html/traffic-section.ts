import { areas } from '../../contract/requirement.ts'
import type { ConformanceReport, ReportedTraffic } from '../conformance-report.ts'
import { bar } from './bar.ts'
import { duration } from './figures.ts'
import { grouped } from '../../wording/figures.ts'
import { html, type Markup } from './markup.ts'
import { table, type Section } from './section.ts'

/** What each area of the catalogue cost the target: checks, requests and the time in which it was waited for answers. */
export function trafficSection({ traffic }: ConformanceReport): Section | undefined {
  if (!traffic || traffic.length === 0) return undefined
  const most = Math.max(1, ...traffic.map(({ durationMs }) => durationMs))
  return {
    id: 'traffic',
    title: 'Time and requests',
    content: html`<p class="introduction">
        By the area of the check that sent them. Checks run side by side, so the times add up to more than the run took.
      </p>
      <div class="card inner">
        ${table(
          [
            html`<th scope="col">Area</th>`,
            html`<th scope="col" class="number">Checks</th>`,
            html`<th scope="col" class="number">Requests</th>`,
            html`<th scope="col" class="number">Time of answers</th>`,
            html`<th scope="col"><span class="hidden">Time, drawn</span></th>`,
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
    <td class="wide">${title === undefined ? 'setting up' : html`<abbr>${area}</abbr> ${title}`}</td>
    <td class="number">${grouped(checks)}</td>
    <td class="number">${grouped(exchanges)}</td>
    <td class="number">${duration(durationMs)}</td>
    <td class="drawn">${bar(durationMs, most)}</td>
  </tr>`
}
