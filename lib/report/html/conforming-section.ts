import { areaCounts } from '../document/area-counts.ts'
import type { ConformanceReport, ReportedRequirement } from '../conformance-report.ts'
import { entryRow } from './entry.ts'
import { evidenceView, exchangeKey } from './evidence-view.ts'
import { html } from './markup.ts'
import { Room } from './room.ts'
import type { Section } from './section.ts'

const levels = [
  { body: 200, checks: 4, headers: true },
  { body: 200, checks: 4, headers: false },
  { body: 80, checks: 3, headers: false },
] as const
const bytes = 70_000

/** What conforms, folded by area. */
export function conformingSection({ requirements, target }: ConformanceReport): Section | undefined {
  const conforming = requirements.filter(({ verdict }) => verdict === 'conforms')
  if (conforming.length === 0) return undefined
  const room = new Room(bytes, conforming.length)
  const shownBy = firstToShow(conforming)
  const areas = areaCounts(conforming).map(
    ({ id, title, requirements: ofArea }) =>
      html`<details class="card group" data-group>
        <summary>
          <span class="group-title"><abbr>${id}</abbr> ${title}</span><span class="count">${ofArea.length}</span>
        </summary>
        <ul class="rows">
          ${ofArea.map((requirement) =>
            entryRow(
              requirement,
              room.fit(levels, (level) =>
                evidenceView(requirement, { baseUrl: target.baseUrl, detail: level, shownBy }),
              ),
            ),
          )}
        </ul>
      </details>`,
  )
  return {
    id: 'conforms',
    title: 'Conforms',
    count: conforming.length,
    content: html`<p class="introduction">
        At least one check evaluated each of these, and none found a violation. Each opens to its checks and one
        exchange.
      </p>
      <div class="folded">${areas}</div>`,
  }
}

/** By each exchange, the first requirement that was evaluated on it: the others refer to that. */
function firstToShow(conforming: readonly ReportedRequirement[]): ReadonlyMap<string, string> {
  const backwards = areaCounts(conforming)
    .flatMap(({ requirements }) => requirements)
    .toReversed()
  return new Map(
    backwards.flatMap(({ id, evidence }) =>
      evidence?.exchange ? [[exchangeKey(evidence.exchange), id] as const] : [],
    ),
  )
}
