import { html, type Markup } from './markup.ts'

/** Our own words, in which backquotes mark code. */
export function prose(text: string): Markup {
  const parts = text.split('`')
  // An uneven number of backquotes leaves one that marks nothing.
  if (parts.length % 2 === 0) return html`${text}`
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
}

/** Words of ours at the beginning of a sentence or a title. */
export function capitalized(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

/** Our own words if nothing can be marked as code. */
export function plain(text: string): string {
  return text.split('`').join('')
}
