import { shortened } from '../../report/escape.ts'
import { glyph } from '../../report/html/mark.ts'
import { html, type Markup } from '../../report/html/markup.ts'
import { prose } from '../../report/html/prose.ts'
import type { RequirementVerdict } from '../../report/conformance-report.ts'
import type { Row } from '../comparison-sections.ts'

const rowsShown = 500
const longestText = 600

/** Lines of a comparison, with the marks of the verdicts where there are two. */
export function rowList(rows: readonly Row[]): Markup {
  const left = rows.length - rowsShown
  return html`<ul class="card changes">
    ${rows.slice(0, rowsShown).map((row) => rowView(row))}
    ${left > 0 && html`<li class="row quiet">and ${left} more: see <code>compare --json</code></li>`}
  </ul>`
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
