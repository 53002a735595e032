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
