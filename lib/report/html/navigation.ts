import { html, type Markup } from './markup.ts'
import type { Section } from './section.ts'

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
