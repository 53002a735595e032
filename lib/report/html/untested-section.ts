import type { UntestedReason } from '../../checks/errors.ts'
import type { ReportedRequirement } from '../conformance-report.ts'
import type { RunDocument } from '../document/run-document.ts'
import type { UntestedGroup } from '../document/untested.ts'
import { entryRow } from './entry.ts'
import { html, type Markup } from './markup.ts'
import { capitalized, prose } from './prose.ts'
import type { Section } from './section.ts'

const reasons: Readonly<Record<UntestedReason, string>> = {
  'writes-not-allowed': 'The run may only read',
  'traces-not-allowed': 'The run may leave nothing behind',
  'missing-fixture': 'Something existing is needed',
  'missing-control': 'The web application has to act',
  'capability-absent': 'The deployment does not offer it',
  blocked: 'Blocked by another problem',
  deadline: 'The run was out of time or requests',
  'rate-limited': 'The rate limit of the deployment was spent',
  'not-selected': 'Not asked for in this run',
  'not-written': 'No check yet',
}

/** A few rows are read sooner than unfolded. */
const rowsUnfolded = 8

/** What no check evaluated, gathered by cause or remedy, that of most requirements first. */
export function untestedSection({ untested }: RunDocument): Section | undefined {
  if (untested.length === 0) return undefined
  return {
    id: 'untested',
    title: 'Untested',
    count: untested.reduce((sum, { requirements }) => sum + requirements.length, 0),
    content: html`<p class="introduction">What no check could evaluate, by cause or by what would remove it.</p>
      ${untested.map((group) => groupView(group))}`,
  }
}

function groupView({ reason, says, requirements }: UntestedGroup): Markup {
  return html`<details class="card group" data-group ${requirements.length <= rowsUnfolded && html`open`}>
    <summary>
      <span class="group-title"
        ><b class="obstacle">${prose(capitalized(says))}</b> <span class="quiet">${reasons[reason]}</span></span
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
  return html`<span class="quiet">waits for${links}</span>`
}
