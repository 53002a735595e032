import { html, type Markup } from './markup.ts'

/** A bar in a drawing, since a strict page allows no style of an element's own. */
export function bar(value: number, most: number): Markup {
  const width = Math.round((100 * value) / most)
  return html`<svg class="bar-drawn" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
    <rect width="${width}" height="6" rx="1" />
  </svg>`
}
