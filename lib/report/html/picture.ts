import { markOf, type AreaCounts, type RunDocument } from '../document/run-document.ts'
import type { ReportedRequirement } from '../conformance-report.ts'
import { partialDepthOf } from '../document/depth.ts'
import { html, type Markup, plain } from './markup.ts'
import { glyph, markMeanings, marksInOrder } from './mark.ts'
import type { Section } from './section.ts'

/** Every requirement at a glance: one cell each, area by area, by shape and colour, with a link to its entry. */
export function pictureSection({ report: { requirements }, areas }: RunDocument): Section {
  const counts = Map.groupBy(requirements, markOf)
  const legend = marksInOrder.flatMap((mark) => {
    const count = counts.get(mark)?.length ?? 0
    if (count === 0) return []
    return [
      html`<li>
        <span class="cell ${mark}">${glyph(mark)}</span>
        <span><b>${count}</b> ${mark} <span class="quiet">${markMeanings[mark]}</span></span>
      </li>`,
    ]
  })
  return {
    id: 'picture',
    title: `All ${requirements.length} requirements`,
    content: html`<div class="card picture">
      <ul class="legend">
        ${legend}
      </ul>
      <div class="areas" id="cells">${areas.map((area) => areaRow(area))}</div>
      <p class="readout" id="readout" hidden>
        <span class="for-pointer">Point at a cell, or move through them with the arrow keys.</span>
        <span class="for-touch">A cell leads to its requirement.</span>
      </p>
    </div>`,
  }
}

function areaRow({ id, title, requirements, untested }: AreaCounts): Markup {
  const violated = requirements.filter((requirement) => markOf(requirement) === 'violated').length
  return html`<div class="area">
    <h3><abbr>${id}</abbr> ${title}</h3>
    <ul class="cells">
      ${requirements.map((requirement) => cell(requirement))}
    </ul>
    <p class="area-count">
      ${violated > 0 && html`<span class="violated">${glyph('violated')}${violated}<span class="hidden"> violated</span></span>`}
      ${untested > 0 && html`<span class="untested">${glyph('untested')}${untested}<span class="hidden"> untested</span></span>`}
      ${violated + untested === 0 && html`<span class="all">${requirements.length}</span>`}
    </p>
  </div>`
}

function cell(requirement: ReportedRequirement): Markup {
  const mark = markOf(requirement)
  const { id, statement } = requirement
  const depth = partialDepthOf(requirement)
  const title = `${id}, ${mark}${depth === undefined ? '' : `, ${depth}`}: ${plain(statement)}`
  return html`<li>
    <a class="cell ${mark}${depth === undefined ? '' : ' partial'}" href="#${id}" title="${title}" data-cell="${id}"
      >${glyph(mark)}</a
    >
  </li>`
}
