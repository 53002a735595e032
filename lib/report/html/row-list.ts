import type { RequirementVerdict } from '../conformance-report.ts'
import type { Row } from '../document/result-document.ts'
import { inLine } from '../document/shown-finding.ts'
import { glyph } from './mark.ts'
import { html, type Markup } from './markup.ts'
import { prose } from './prose.ts'
import { table } from './section.ts'

const rowsShown = 500
const longestText = 600
const longestValue = 400

/** A longer list is folded behind its first rows: a run that broke down changes nearly every verdict. */
const longest = 20
const rowsBeforeFold = 10

/** Rows of a comparison: those that say what something was and is as a table, others with the marks of the verdicts where there are two. */
export function rowList(rows: readonly Row[], whole: string, title = ''): Markup {
  const left = rows.length - rowsShown
  const more = html`and ${left} more: see <code>${whole}</code>`
  if (rows.some(({ change }) => change))
    return html`<div class="card inner">
      ${changeTable(rows.slice(0, rowsShown), title)} ${left > 0 && html`<p class="more">${more}</p>`}
    </div>`
  const isFolded = rows.length > longest
  const folded = isFolded ? rows.slice(rowsBeforeFold, rowsShown) : []
  return html`<ul class="card changes">
    ${rows.slice(0, isFolded ? rowsBeforeFold : longest).map((row) => rowView(row))}
    ${isFolded && html`<li>${foldOf(folded, rows.length - rowsBeforeFold)}</li>`}
    ${left > 0 && html`<li class="row quiet">${more}</li>`}
  </ul>`
}

function foldOf(rows: readonly Row[], count: number): Markup {
  return html`<details class="more">
    <summary>and ${count} more</summary>
    <ul class="changes">
      ${rows.map((row) => rowView(row))}
    </ul>
  </details>`
}

function rowView({ subject, statement, text, verdicts }: Row): Markup {
  return html`<li class="row">
    ${verdicts && html`<span class="turn">${cell(verdicts.old)}${cell(verdicts.new)}</span>`}
    <div>
      <b>${inLine(subject, longestText)}</b>
      ${statement !== undefined && html`<span class="statement">${prose(inLine(statement, longestText))}</span>`}
      ${text !== undefined && html`<code class="said">${inLine(text, longestText)}</code>`}
    </div>
  </li>`
}

function cell(verdict: RequirementVerdict): Markup {
  return html`<span class="cell ${verdict}">${glyph(verdict)}</span>`
}

function changeTable(rows: readonly Row[], title: string): Markup {
  return table(
    ['What', 'Old', 'New', 'Seen', 'For example'].map((name) => html`<th scope="col">${name}</th>`),
    rows.map(
      ({ subject, change = { old: '', new: '', seen: '' }, text = '' }) =>
        html`<tr>
          <th scope="row" class="subject">${inLine(subject, longestValue)}</th>
          <td class="value"><code>${inLine(change.old, longestValue)}</code></td>
          <td class="value"><code>${inLine(change.new, longestValue)}</code></td>
          <td class="number">${change.seen}</td>
          <td class="wide"><span class="quiet">${inLine(text, longestValue)}</span></td>
        </tr>`,
    ),
    `What differs: ${inLine(title)}`,
  )
}
