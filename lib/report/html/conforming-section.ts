import { areaCounts } from '../area-counts.ts'
import type { ConformanceReport } from '../conformance-report.ts'
import { entryRow } from './entry.ts'
import { evidenceView } from './evidence-view.ts'
import { html } from './markup.ts'
import { Room } from './room.ts'
import type { Section } from './section.ts'

const levels = [
  { body: 300, checks: 12, headers: true },
  { body: 200, checks: 6, headers: false },
  { body: 80, checks: 3, headers: false },
] as const
const bytes = 200_000

/** What conforms, folded by area. */
export function conformingSection({ requirements, target }: ConformanceReport): Section | undefined {
  const conforming = requirements.filter(({ verdict }) => verdict === 'conforms')
  if (conforming.length === 0) return undefined
  const room = new Room(bytes, conforming.length)
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
              room.fit(levels, (level) => evidenceView(requirement, target.baseUrl, level)),
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
