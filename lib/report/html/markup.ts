import { withoutControlCharacters } from '../../client/printable.ts'
import { entities } from '../escape.ts'

/** A piece of HTML; only the `html` tag creates one. */
export class Markup {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  get text(): string {
    return this.#text
  }
}

export type Piece = Markup | string | number | false | undefined | readonly Piece[]

/** HTML in which every inserted text is escaped, for elements and for attributes in double quotes. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  // Our own indentation would be a large part of the page.
  const parts = strings.map((part, index) => `${part.replaceAll(/\n\s*/g, '\n')}${textOf(pieces[index])}`)
  return new Markup(parts.join(''))
}

/** Text that no HTML parser interprets as markup or rejects. */
export function escapeHtml(text: string): string {
  return withoutControlCharacters(text)
    .replaceAll(/\p{Noncharacter_Code_Point}/gu, '\u{fffd}')
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}

function textOf(piece: Piece): string {
  if (piece === undefined || piece === false) return ''
  if (piece instanceof Markup) return piece.text
  if (typeof piece === 'string') return escapeHtml(piece)
  if (typeof piece === 'number') return `${piece}`
  return piece.map((part) => textOf(part)).join('')
}

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

/** A status code, coloured by its class. */
export function status(code: number): Markup {
  return html`<span class="status status-${Math.floor(code / 100)}">${code === 0 ? 'no answer' : code}</span>`
}

/** A time in milliseconds with its significant digits. */
export function milliseconds(time: number): string {
  return `${time < 10 ? time.toFixed(1) : Math.round(time)} ms`
}

/** A longer time, in seconds or in minutes. */
export function duration(time: number): string {
  const seconds = time / 1000
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}
