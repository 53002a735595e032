/**
 * Text without characters that move a terminal or hide text: controls (including ESC), bidirectional overrides, zero-width
 * characters. Line breaks and tabs stay, the others are written as escapes.
 */
export function printable(text: string): string {
  return text.replaceAll(
    // oxlint-disable-next-line no-control-regex -- controls are what it looks for
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Text that a terminal shows and does not interpret: control characters are escaped, lone surrogates replaced. */
export function withoutControlCharacters(text: string): string {
  return printable(text.toWellFormed().replaceAll('\r\n', '\n'))
}
