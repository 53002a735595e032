import type { ReportedRequirement } from '../conformance-report.ts'
import { endpointsOf } from './endpoints-of.ts'
import { glyph, markOf } from './mark.ts'
import { html, type Markup, type Piece } from './markup.ts'
import { prose } from './prose.ts'

/** What links and the filter find an entry by. */
export function entryAttributes(requirement: ReportedRequirement): Markup {
  const { id, verdict, area, kind } = requirement
  return html`id="${id}" data-entry="${id}" data-verdict="${verdict}" data-area="${area}" data-kind="${kind}"
  data-endpoint="${endpointsOf(requirement).join(' ')}"`
}

/** A requirement in one row, with what there is to say of it beside the rule. */
export function entryRow(requirement: ReportedRequirement, ...further: readonly Piece[]): Markup {
  const { id, kind, source, statement } = requirement
  const mark = markOf(requirement)
  return html`<li class="entry row" ${entryAttributes(requirement)}>
    <span class="cell ${mark}">${glyph(mark)}</span>
    <div>
      <a class="id" href="#${id}">${id}</a> <span class="statement">${prose(statement)}</span>
      <span class="origin quiet">${kind}${source !== '' && `; ${source}`}</span>
      ${further}
    </div>
  </li>`
}
