import type { ConformanceReport, ReportedRequirement } from '../conformance-report.ts'
import { shortened } from '../escape.ts'
import { entryAttributes } from './entry.ts'
import { markOf } from '../document/run-document.ts'
import { glyph } from './mark.ts'
import { html, type Markup, prose } from './markup.ts'
import { Room } from './room.ts'
import type { Section } from './section.ts'

/** The number of observations of one requirement, and their length, by the available space. */
const levels = [
  { rows: 100, text: 500 },
  { rows: 20, text: 150 },
  { rows: 3, text: 40 },
] as const
const bytes = 400_000

/** The behaviour of this deployment where the contract leaves it open, and notes beside a verdict. */
export function observedSection({ requirements }: ConformanceReport): Section | undefined {
  const rows = requirements.filter(({ verdict, observations }) => verdict === 'observed' || observations.length > 0)
  if (rows.length === 0) return undefined
  const room = new Room(bytes, rows.length)
  const card = (row: ReportedRequirement): Markup => room.fit(levels, (level) => observationCard(row, level))
  const open = rows.filter(({ verdict }) => verdict === 'observed')
  const beside = rows.filter(({ verdict }) => verdict !== 'observed')
  return {
    id: 'observed',
    title: 'Observed',
    count: open.length,
    content: html`<p class="introduction">
        How this deployment behaves where the contract leaves it open. This is not judged, but a change between runs may
        matter.
      </p>
      ${open.length > 0 && html`<div class="observations" data-group>${open.map(card)}</div>`}
      ${
        beside.length > 0 &&
        html`<details class="card group aside" data-group>
          <summary>
            <span class="group-title"><b>Also observed</b></span
            ><span class="count">${beside.length}</span>
          </summary>
          <div class="observations inner">${beside.map(card)}</div>
        </details>`
      }`,
  }
}

function observationCard(requirement: ReportedRequirement, { rows, text }: (typeof levels)[number]): Markup {
  const { id, statement, observations, verdict, area } = requirement
  const mark = markOf(requirement)
  // A judged requirement has its entry under its verdict: here is only a link to it.
  const attributes =
    verdict === 'observed'
      ? entryAttributes(requirement)
      : html`data-entry="${id}" data-verdict="${verdict}" data-area="${area}"`
  return html`<article class="entry observation card" ${attributes}>
    <p class="headline">
      <span class="cell ${mark}">${glyph(mark)}</span>
      <span><a class="id" href="#${id}">${id}</a> <span class="statement">${prose(statement)}</span></span>
    </p>
    ${
      observations.length === 0
        ? html`<p class="quiet">Evaluated; nothing observed.</p>`
        : html`<dl>
            ${observations.slice(0, rows).map(
              ({ name, value }) =>
                html`<div>
                  <dt>${shortened(name, text)}</dt>
                  <dd>${value === '' ? html`<span class="quiet">nothing</span>` : shortened(value, text)}</dd>
                </div>`,
            )}
          </dl>`
    }
  </article>`
}
