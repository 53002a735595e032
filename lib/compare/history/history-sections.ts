import { shortened } from '../../report/escape.ts'
import { milliseconds, html, type Markup, prose } from '../../report/html/markup.ts'
import { table, type Section, heading } from '../../report/html/section.ts'
import { hasTellingTimes } from './history.ts'
import type { History, HistoryLatency, HistoryObservation, HistoryCell, HistoryRow } from './history.ts'
import { areas } from '../../contract/requirement.ts'
import type { Mark } from '../../report/document/run-document.ts'
import { glyph, markMeanings } from '../../report/html/mark.ts'

const longestText = 200
const rowsShown = 300

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

/** A heading for the column of each run: its number. */
function runHeadings(runs: number): Markup[] {
  return Array.from({ length: runs }, (_, index) => heading.number(index + 1))
}

/** Open behaviour that not all runs observed alike. */
export function observationSection({ observations, runs }: History): Section[] {
  if (observations.length === 0) return []
  const left = observations.length - rowsShown
  return [
    {
      id: 'drift',
      title: 'Drift',
      count: observations.length,
      content: html`<p class="introduction">
          What the contract leaves open and the runs observed differently. A cell is empty where a run did not observe
          it.
        </p>
        <div class="card inner">
          ${table(
            ['Of', 'What', ...runHeadings(runs.length)],
            observations.slice(0, rowsShown).map((one) => observationRow(one)),
            'What each run observed',
          )}
          ${left > 0 && html`<p class="more">and ${left} more</p>`}
        </div>`,
    },
  ]
}

function observationRow({ of, name, values }: HistoryObservation): Markup {
  return html`<tr>
    <th scope="row" class="id">${shortened(of, longestText)}</th>
    <td>${shortened(name, longestText)}</td>
    ${values.map((value) => html`<td class="value"><code>${value === undefined ? '' : shortened(value.join(' | ') || 'not observed', longestText)}</code></td>`)}
  </tr>`
}

const longestStatement = 300
const marks: readonly Mark[] = ['violated', 'warning', 'known', 'untested', 'observed', 'conforms']

/** The verdict of each requirement in each run: changed ones first, then all, folded by area. */
export function verdictsSection({ runs, rows }: History): Section {
  const changed = rows.filter((row) => row.changed)
  const byArea = Map.groupBy(rows, ({ area }) => area)
  const folded = [...byArea].map(([id, ofArea]) => {
    const title = areas.find((area) => area.id === id)?.title ?? ''
    return html`<details class="card group">
      <summary>
        <span class="group-title"><abbr>${shortened(id, longestStatement)}</abbr> ${title}</span>
        <span class="count">${ofArea.length}</span>
      </summary>
      <div class="inner">${verdictTable(ofArea, runs.length, `Verdicts of ${title === '' ? id : title}`)}</div>
    </details>`
  })
  return {
    id: 'verdicts',
    title: 'Verdicts',
    count: rows.length,
    content: html`<ul class="legend card inner">
        ${marks.map((mark) => html`<li title="${markMeanings[mark]}">${cellView(mark)} ${mark}</li>`)}
      </ul>
      ${
        changed.length > 0 &&
        html`<h3 class="aside">Changed</h3>
          <div class="card inner">${verdictTable(changed, runs.length, 'Verdicts that changed')}</div>`
      }
      <h3 class="aside">All</h3>
      <div class="folded">${folded}</div>`,
  }
}

function verdictTable(rows: readonly HistoryRow[], runs: number, caption: string): Markup {
  return table(
    ['Requirement', heading.hidden('Statement'), ...runHeadings(runs)],
    rows.map((row) => verdictRow(row)),
    caption,
  )
}

function verdictRow({ id, statement, cells }: HistoryRow): Markup {
  return html`<tr>
    <th scope="row" class="id">${shortened(id, longestStatement)}</th>
    <td class="wide">${prose(shortened(statement, longestStatement))}</td>
    ${cells.map((cell) => html`<td class="mark">${cell ? cellView(cell.mark, depthText(cell)) : ''}</td>`)}
  </tr>`
}

function depthText({ looked, known }: HistoryCell): string {
  return looked === known ? '' : `, ${looked} of ${known} cases`
}

function cellView(mark: Mark, further = ''): Markup {
  const text = `${mark}${further}`
  return html`<span class="cell ${mark}" role="img" aria-label="${text}" title="${text}">${glyph(mark)}</span>`
}
