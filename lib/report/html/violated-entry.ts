import type { ConformanceReport, ReportedRequirement } from '../conformance-report.ts'
import { shortened } from '../escape.ts'
import { findingView } from './finding-view.ts'
import { details, type Detail } from './detail.ts'
import { entryAttributes } from './entry.ts'
import { findingGroups, type FindingGroup } from '../finding-groups.ts'
import { glyph, markOf } from './mark.ts'
import { html, type Markup } from './markup.ts'
import { leftOutOnPaper, onPaper } from './on-paper.ts'
import { prose } from './prose.ts'
import type { Room } from './room.ts'
import { whatDiffers } from '../what-differs.ts'
import { withoutRecord } from '../without-record.ts'

const longestGist = 60

/** What an entry is shown in. */
export interface Setting {
  readonly report: ConformanceReport
  readonly room: Room
  readonly unfolded: boolean
}

/** A violated requirement with as much of the evidence against it as there is room for. */
export function violatedEntry(requirement: ReportedRequirement, { report, room, unfolded }: Setting): Markup {
  const { id, statement, kind, source, findings } = requirement
  const groups = findingGroups(findings)
  const mark = markOf(requirement)
  return html`<article class="entry card ${mark}" ${entryAttributes(requirement)}>
    <details class="fold" ${unfolded && OPEN}>
      <summary>
        <span class="cell ${mark}">${glyph(mark)}</span>
        <span class="headline"
          ><span class="id">${id}</span> <span class="statement">${prose(statement)}</span>
          <span class="origin quiet"
            >${mark === 'violated' ? '' : `${mark}, `}${kind}${source !== '' && html`; contract: ${source}`}</span
          >${groups[0] && gist(groups[0])}</span
        >
      </summary>
      <div class="evidence">
        ${room.fit(details, (detail) => evidence(groups, report.target.baseUrl, detail))}
        ${heldBack(requirement, report)}
        <p class="permalink"><a href="#${id}">Link to ${id}</a></p>
      </div>
    </details>
  </article>`
}

const OPEN = html`open`

function evidence(groups: readonly FindingGroup[], baseUrl: string, detail: Detail): Markup {
  const shown = groups.slice(0, detail.findings)
  const left = groups.length - shown.length
  return html`${shown.map((group) => findingView(group, baseUrl, detail))}
  ${left > 0 && html`<p class="more off-paper">${left} more in <a href="conformance.json">conformance.json</a></p>`}
  ${leftOutOnPaper(groups.length, Math.min(detail.findings, onPaper.findings), 'findings')}`
}

/** What an entry is about, for those who have not unfolded it. */
function gist([finding]: FindingGroup): Markup {
  const { expected, received } = whatDiffers(finding)
  return html`<span class="gist"
    >expected <code>${shortened(expected, longestGist)}</code>, received
    <code>${shortened(withoutRecord(received), longestGist)}</code></span
  >`
}

function heldBack({ id }: ReportedRequirement, { requirements }: ConformanceReport): Markup | undefined {
  const waiting = requirements.filter(({ untested }) => untested?.blockedBy?.includes(id))
  if (waiting.length === 0) return undefined
  const links = waiting.map((requirement) => html`<a class="id" href="#${requirement.id}">${requirement.id}</a> `)
  return html`<p class="held-back">Until this is fixed, untested: ${links}</p>`
}
