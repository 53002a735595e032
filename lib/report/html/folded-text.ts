import { html, type Markup } from './markup.ts'

const longestShown = 120
const shownOfLonger = 80

/** A text in a line; one that is long opens to all of it. */
export function foldedText(text: string, whole: Markup = html`${text}`): Markup {
  if (text.length <= longestShown) return whole
  const beginning = Array.from(text).slice(0, shownOfLonger).join('')
  return html`<details class="long">
    <summary>${beginning}… <span class="quiet">${text.length} characters</span></summary>
    ${whole}
  </details>`
}
