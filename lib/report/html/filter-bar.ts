import { endpointIds, endpoints } from '../../service/interface/endpoint.ts'
import type { ConformanceReport } from '../conformance-report.ts'
import type { RunDocument } from '../document/run-document.ts'
import { type Markup, html } from './markup.ts'
import { glyph, verdictsInOrder } from './mark.ts'
import type { Section } from './section.ts'

/** The fixed bar of the page: navigation and filters. Without scripts only the navigation works. */
export function filterBar(document: RunDocument, sections: readonly Section[]): Markup {
  return html`<div class="bar">${navigation(sections)} ${filterForm(document)}</div>`
}

function filterForm({ report: { requirements, summary }, areas }: RunDocument): Markup {
  const options = areas.map(({ id, title }) => html`<option value="${id}">${id}: ${title}</option>`)
  const kinds = [...new Set(requirements.map(({ kind }) => kind))]
  return html`<form class="filter" id="filter" role="search" hidden>
    <input
      type="search"
      id="search"
      name="search"
      aria-label="Search the requirements"
      aria-keyshortcuts="/"
      placeholder="Search: PN-06, retired …"
      autocomplete="off"
      spellcheck="false"
    />
    <select name="area" aria-label="Area">
      <option value="">all areas</option>
      ${options}
    </select>
    <select name="kind" aria-label="Kind">
      <option value="">all kinds</option>
      ${kinds.map((kind) => html`<option value="${kind}">${kind}</option>`)}
    </select>
    <select name="endpoint" aria-label="Endpoint">
      <option value="">all endpoints</option>
      ${endpointIds.map((id) => html`<option value="${id}">${endpoints[id].method} ${endpoints[id].path}</option>`)}
    </select>
    <fieldset class="chips">
      <legend class="hidden">Verdicts</legend>
      ${verdictChips(summary)}
    </fieldset>
    <output id="shown" for="search"></output>
    <button type="reset" class="clear">Show all</button>
    <p class="nothing" id="nothing" role="status" hidden>
      Nothing fits. Try fewer words, another verdict, or show all.
    </p>
  </form>`
}

function verdictChips(summary: ConformanceReport['summary']): Markup[] {
  return verdictsInOrder
    .filter((verdict) => summary[verdict] > 0)
    .map(
      (verdict) =>
        html`<label class="chip ${verdict}"
            ><input type="checkbox" name="verdict" value="${verdict}" checked />${glyph(verdict)}${verdict}
            <span class="count">${summary[verdict]}</span></label
          ><button type="button" class="only" data-only="${verdict}" aria-label="Show only what is ${verdict}">
            only
          </button>`,
    )
}

/** Links to the sections of a page. */
export function navigation(sections: readonly Section[]): Markup {
  const links = sections.map(
    ({ id, title, count }) =>
      html`<li>
        <a href="#${id}">${title}${count !== undefined && html` <span class="count">${count}</span>`}</a>
      </li>`,
  )
  return html`<nav aria-label="Sections">
    <ul>
      ${links}
    </ul>
  </nav>`
}
