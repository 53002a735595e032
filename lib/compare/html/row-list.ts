import { shortened } from '../../report/escape.ts'
import { glyph } from '../../report/html/mark.ts'
import { html, type Markup } from '../../report/html/markup.ts'
import { prose } from '../../report/html/prose.ts'
import type { RequirementVerdict } from '../../report/conformance-report.ts'
import type { Row } from '../comparison-sections.ts'

const rowsShown = 500
const longestText = 600

/** A longer list is folded behind its first rows: a run that broke down changes nearly every verdict. */
const longest = 20
const rowsBeforeFold = 10

/** Lines of a comparison, with the marks of the verdicts where there are two. */
export function rowList(rows: readonly Row[]): Markup {
  const left = rows.length - rowsShown
  const isFolded = rows.length > longest
  const folded = isFolded ? rows.slice(rowsBeforeFold, rowsShown) : []
  return html`<ul class="card changes">
    ${rows.slice(0, isFolded ? rowsBeforeFold : longest).map((row) => rowView(row))}
    ${isFolded && html`<li>${foldOf(folded, rows.length - rowsBeforeFold)}</li>`}
    ${left > 0 && html`<li class="row quiet">and ${left} more: see <code>compare --json</code></li>`}
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
      <b>${shortened(subject, longestText)}</b>
      ${statement !== undefined && html`<span class="statement">${prose(shortened(statement, longestText))}</span>`}
      ${text !== undefined && html`<code class="said">${shortened(text, longestText)}</code>`}
    </div>
  </li>`
}

function cell(verdict: RequirementVerdict): Markup {
  return html`<span class="cell ${verdict}">${glyph(verdict)}</span>`
}
