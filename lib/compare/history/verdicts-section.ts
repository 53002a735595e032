import { areas } from '../../contract/requirement.ts'
import { shortened } from '../../report/escape.ts'
import type { Mark } from '../../report/document/violations.ts'
import { glyph, markMeanings } from '../../report/html/mark.ts'
import { html, type Markup } from '../../report/html/markup.ts'
import { prose } from '../../report/html/prose.ts'
import { table, type Section, heading } from '../../report/html/section.ts'
import type { History, HistoryCell, HistoryRow } from './history.ts'
import { runHeadings } from './run-headings.ts'

const longestText = 300
const marks: readonly Mark[] = ['violated', 'warning', 'known', 'untested', 'observed', 'conforms']

/** The verdict of each requirement in each run: changed ones first, then all, folded by area. */
export function verdictsSection({ runs, rows }: History): Section {
  const changed = rows.filter((row) => row.changed)
  const byArea = Map.groupBy(rows, ({ area }) => area)
  const folded = [...byArea].map(([id, ofArea]) => {
    const title = areas.find((area) => area.id === id)?.title ?? ''
    return html`<details class="card group">
      <summary>
        <span class="group-title"><abbr>${shortened(id, longestText)}</abbr> ${title}</span>
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
    <th scope="row" class="id">${shortened(id, longestText)}</th>
    <td class="wide">${prose(shortened(statement, longestText))}</td>
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
