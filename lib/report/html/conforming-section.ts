import { areaCounts } from '../area-counts.ts'
import type { ConformanceReport } from '../conformance-report.ts'
import { partialDepthOf } from '../depth.ts'
import { entryRow } from './entry.ts'
import { counted } from './figures.ts'
import { html } from './markup.ts'
import type { Section } from './section.ts'

/** What conforms, folded by area. */
export function conformingSection({ requirements }: ConformanceReport): Section | undefined {
  const conforming = requirements.filter(({ verdict }) => verdict === 'conforms')
  if (conforming.length === 0) return undefined
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
              html`<span class="quiet">${partialDepthOf(requirement) ?? counted(requirement.checks, 'check')}</span>`,
            ),
          )}
        </ul>
      </details>`,
  )
  return {
    id: 'conforms',
    title: 'Conforms',
    count: conforming.length,
    content: html`<p class="introduction">At least one check evaluated each of these, and none found a violation.</p>
      <div class="folded">${areas}</div>`,
  }
}
