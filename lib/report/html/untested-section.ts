import { reasonWords } from '../../wording/verdict-words.ts'
import type { ReportedRequirement } from '../conformance-report.ts'
import type { RunDocument } from '../document/run-document.ts'
import type { UntestedGroup } from '../document/untested.ts'
import { entryRow } from './entry.ts'
import { html, type Markup, capitalized, prose } from './markup.ts'
import type { Section } from './section.ts'

/** A few rows are read sooner than unfolded. */
const rowsUnfolded = 8

/** Untested requirements, grouped by cause or remedy, the largest group first. */
export function untestedSection({ untested }: RunDocument): Section | undefined {
  if (untested.length === 0) return undefined
  return {
    id: 'untested',
    title: 'Untested',
    count: untested.reduce((sum, { requirements }) => sum + requirements.length, 0),
    content: html`<p class="introduction">What no check could evaluate, by remedy or cause.</p>
      ${untested.map((group) => groupView(group))}`,
  }
}

function groupView({ reason, says, requirements }: UntestedGroup): Markup {
  return html`<details class="card group" data-group ${requirements.length <= rowsUnfolded && html`open`}>
    <summary>
      <span class="group-title"
        ><b class="obstacle">${prose(capitalized(says))}</b> <span class="quiet">${reasonWords[reason]}</span></span
      >
      <span class="count">${requirements.length}</span>
    </summary>
    <ul class="rows">
      ${requirements.map((requirement) => entryRow(requirement, blockers(requirement)))}
    </ul>
  </details>`
}

function blockers({ untested }: ReportedRequirement): Markup | undefined {
  if (!untested?.blockedBy) return undefined
  const links = untested.blockedBy.map((id) => html` <a class="id" href="#${id}">${id}</a>`)
  return html`<span class="quiet">blocked by${links}</span>`
}
