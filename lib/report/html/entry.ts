import type { ReportedRequirement } from '../conformance-report.ts'
import { type ShownFinding, inLine } from '../document/shown-finding.ts'
import { markOf } from '../document/run-document.ts'
import { glyph } from './mark.ts'
import { type Markup, type Piece, html, prose } from './markup.ts'
import { endpointCasesOf } from '../../service/interface/endpoint-cases.ts'
import { endpointIds } from '../../service/interface/endpoint.ts'

/** What links and the filter find an entry by. */
export function entryAttributes(requirement: ReportedRequirement): Markup {
  const { id, verdict, area, kind } = requirement
  return html`id="${id}" data-entry="${id}" data-verdict="${verdict}" data-area="${area}" data-kind="${kind}"
  data-endpoint="${endpointsOf(requirement).join(' ')}"`
}

const longestGist = 60

/** The expected and received values, shown while the finding is folded. */
export function gist({ request, finding: { expected, received } }: ShownFinding): Markup {
  return html`<span class="gist"
    >${request !== undefined && html`<code>${inLine(request, 80)}</code>: `}expected
    <code>${inLine(expected, longestGist)}</code>, received <code>${inLine(received, longestGist)}</code></span
  >`
}

/** A requirement in one row, with a note beside the rule. */
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

/** The endpoints at which a requirement was evaluated, and those at which it was not yet. */
export function endpointsOf({ id, evidence, cases }: ReportedRequirement): readonly string[] {
  const seen = new Set([
    ...(evidence?.endpoints ?? []),
    ...endpointCasesOf(id),
    ...cases.untested.map((one) => one.case),
  ])
  return endpointIds.filter((endpoint) => seen.has(endpoint))
}
