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

/** Headings of columns with numbers, and of columns that need one only for those who hear the page. */
export const heading = {
  number: (title: Piece): Markup => html`<th scope="col" class="number">${title}</th>`,
  hidden: (title: string): Markup => html`<th scope="col"><span class="hidden">${title}</span></th>`,
}

/** A table that scrolls separately if the page is narrow. */
export function table(
  headings: ReadonlyArray<string | Markup>,
  rows: readonly Markup[],
  caption: string,
  kind = '',
): Markup {
  return html`<div class="table" role="group" aria-label="${caption}" tabindex="0">
    <table class="${kind}">
      <caption class="hidden">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${headings.map((one) => (typeof one === 'string' ? html`<th scope="col">${one}</th>` : one))}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`
}

/** A command, with a button that copies it. */
export function copyable(text: string, label: string): Markup {
  return html`<div class="copyable">
    <pre>${text}</pre>
    <button type="button" class="copy" aria-label="Copy: ${label}">Copy</button>
  </div>`
}

/** A bar in a drawing, because a strict page allows no style attributes. */
export function bar(value: number, most: number): Markup {
  const width = Math.round((100 * value) / most)
  return html`<svg class="bar-drawn" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
    <rect width="${width}" height="6" rx="1" />
  </svg>`
}
