import { type Markup, type Piece, html } from './markup.ts'

/** A section of the page with its heading; the navigation links to its id. */
export interface Section {
  readonly id: string
  readonly title: string
  /** What the navigation shows beside the title. */
  readonly count?: number | undefined
  readonly content: Markup
}

/** A section as HTML. */
export function sectionView({ id, title, count, content }: Section): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}${count !== undefined && html` <span class="count">${count}</span>`}</h2>
    ${content}
  </section>`
}

/** A table that scrolls separately if the page is narrow. */
export function table(headings: readonly Piece[], rows: readonly Markup[], caption: string, kind = ''): Markup {
  return html`<div class="table" role="group" aria-label="${caption}" tabindex="0">
    <table class="${kind}">
      <caption class="hidden">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${headings}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`
}

/** A bar in a drawing, because a strict page allows no style attributes. */
export function bar(value: number, most: number): Markup {
  const width = Math.round((100 * value) / most)
  return html`<svg class="bar-drawn" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
    <rect width="${width}" height="6" rx="1" />
  </svg>`
}
