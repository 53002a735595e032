import { shortened } from '../escape.ts'
import { html, type Markup } from './markup.ts'

/** A command to copy; one that is too long for the page is not cut, for half a command is worse than none. */
export function command(label: string, text: string, longest: number): Markup {
  const shown =
    text.length > longest
      ? html`<p class="quiet">
          The command is too long for this page; it is in <a href="conformance.json">conformance.json</a>.
        </p>`
      : html`<div class="copyable">
          <pre>${text}</pre>
          <button type="button" class="copy" aria-label="Copy: ${label}">Copy</button>
        </div>`
  return html`<div class="labelled">
    <p class="label">${label}</p>
    ${shown}
  </div>`
}

/** A text of the target, as it is, within bounds. */
export function block(label: string, text: string, longest: number): Markup {
  return html`<div class="labelled">
    <p class="label">${label}</p>
    <pre>${shortened(text, longest)}</pre>
  </div>`
}
