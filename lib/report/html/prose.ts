import { html, type Markup } from './markup.ts'

/** Our own words, in which backquotes mark code. */
export function prose(text: string): Markup {
  const parts = text.split('`')
  // With an odd number of backquotes, the last one marks nothing.
  if (parts.length % 2 === 0) return html`${text}`
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
}

/** Our own words at the beginning of a sentence or title. */
export function capitalized(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

/** Our own words where code cannot be marked. */
export function plain(text: string): string {
  return text.split('`').join('')
}
