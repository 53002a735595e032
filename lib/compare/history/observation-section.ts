import { shortened } from '../../report/escape.ts'
import { html, type Markup } from '../../report/html/markup.ts'
import { table, type Section } from '../../report/html/section.ts'
import type { History, HistoryObservation } from './history.ts'
import { runHeadings } from './run-headings.ts'

const longestText = 200
const rowsShown = 300

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
