/** What common file systems refuse in a name; the others are all kept. */
const refused = /[/\\:*?"<>|\p{Cc}]/u

/**
 * Whether a recorded name is the one that was sent. lawful: NFC, and something else, or nothing, for each character that file systems
 * refuse, such as the escape that forms write for a quote
 */
export function keepsName(sent: string, recorded: string): boolean {
  const pattern = Array.from(sent.normalize('NFC'), (one) => (refused.test(one) ? '.{0,6}' : RegExp.escape(one))).join(
    '',
  )
  return new RegExp(`^${pattern}$`, 'us').test(recorded.normalize('NFC'))
}
