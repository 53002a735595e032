/**
 * A text in the form in which lawful copies of it are equal: composed (NFC), without spaces at its ends, and with every end
 * of a line as a line feed. Other values as they are.
 */
export function evenText(value: unknown): unknown {
  return typeof value === 'string' ? value.normalize('NFC').replaceAll(/\r\n?/g, '\n').trim() : value
}
