/** A text in the form in which lawful copies of it are equal: composed (NFC), and without blanks at its ends. Other values as they are. */
export function evenText(value: unknown): unknown {
  return typeof value === 'string' ? value.normalize('NFC').trim() : value
}
