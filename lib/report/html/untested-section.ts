import type { UntestedReason } from '../../checks/errors.ts'
import type { ConformanceReport, ReportedRequirement } from '../conformance-report.ts'
import { shortened } from '../escape.ts'
import { remedyOfMany, untestedByReason, withoutIds, type UntestedGroup } from '../untested-by-reason.ts'
import { entryRow } from './entry.ts'
import { html, type Markup } from './markup.ts'
import { inCode } from './in-code.ts'
import { prose } from './prose.ts'
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

const longestText = 300
/** A few rows are read sooner than unfolded. */
const rowsUnfolded = 8

/** What no check evaluated, gathered by cause or remedy, that of most requirements first. */
export function untestedSection({ requirements }: ConformanceReport): Section | undefined {
  const groups = untestedByReason(requirements).sort((one, other) => other.ids.length - one.ids.length)
  if (groups.length === 0) return undefined
  const byId = new Map<string, ReportedRequirement>(requirements.map((requirement) => [requirement.id, requirement]))
  return {
    id: 'untested',
    title: 'Untested',
    count: groups.reduce((sum, { ids }) => sum + ids.length, 0),
    content: html`<p class="introduction">What no check could evaluate, by cause or by what would remove it.</p>
      ${groups.map((group) => groupView(group, byId))}`,
  }
}

function groupView({ obstacle, ids }: UntestedGroup, byId: ReadonlyMap<string, ReportedRequirement>): Markup {
  const rows = ids.flatMap((id) => {
    const requirement = byId.get(id)
    return requirement ? [entryRow(requirement, blockers(requirement))] : []
  })
  return html`<details class="card group" data-group ${ids.length <= rowsUnfolded && html`open`}>
    <summary>
      <span class="group-title"
        ><b class="obstacle"
          >${prose(inCode(capitalized(shortened(withoutIds(remedyOfMany(obstacle)), longestText))))}</b
        >
        <span class="quiet">${reasons[obstacle.reason]}</span></span
      >
      <span class="count">${ids.length}</span>
    </summary>
    <ul class="rows">
      ${rows}
    </ul>
  </details>`
}

function blockers({ untested }: ReportedRequirement): Markup | undefined {
  if (!untested?.blockedBy) return undefined
  const links = untested.blockedBy.map((id) => html` <a class="id" href="#${id}">${id}</a>`)
  return html`<span class="quiet">waits for${links}</span>`
}

function capitalized(sentence: string): string {
  return `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}`
}
