import fc from 'fast-check'

/** Ids that every service passes on unchanged: a safe alphabet, and a length that fits logs. It may replace other ids. */
const plain = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_'.split(''))
const longest = 64

/** Request ids that have to come back as they are. */
export function plainRequestId(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.string({ unit: plain, minLength: 1, maxLength: longest }),
    fc.string({ unit: plain, minLength: longest - 8, maxLength: longest }),
    fc.uuid(),
    fc.uuid().map((id) => id.toUpperCase()),
  )
}

/** Plain ids that a service might normalize: letter case, zeros, length. */
export const plainRequestIds: readonly string[] = [
  'A',
  '0',
  '007',
  '1e3',
  'null',
  'Aa-Bb_Cc',
  '8E2C1F9A-3B7D-4C6E-9F10-2A4B6C8D0E1F',
  '--',
  '_',
  'Y'.repeat(longest),
]

const word = 'q7Zk2mXw9Lr4Tb6V'

/** Request ids of clients that a service may replace by its own, as a whole. */
export const unusualRequestIds: Readonly<Record<string, string>> = {
  '65 characters': `${word.repeat(4)}c`,
  '130 characters': `${word.repeat(8)}pj`,
  '256 characters': word.repeat(16),
  'a full stop': `${word}.b`,
  'a colon': `${word}:b`,
  'signs of Base64': `${word}+/=`,
  quotes: `${word}"b'c\`d`,
  'commas and semicolons': `${word},b;c=d`,
  markup: `<b>${word}&amp;</b>`,
  JSON: `{"${word}":1}`,
}

/** This number of characters of an id does not occur in another one by chance. */
const telling = 8

/** Whether an id is a changed copy of another one: truncated, or with some characters replaced. */
export function isRemainder(received: string, sent: string): boolean {
  if (received === sent) return false
  const [left, whole] = [lettersOf(received), lettersOf(sent)]
  return Array.from(whole, (_, start) => whole.slice(start, start + telling)).some(
    (part) => part.length === telling && left.includes(part),
  )
}

function lettersOf(id: string): string {
  return id.replaceAll(/[^\dA-Za-z]/g, '').toLowerCase()
}

/** Values that no normal client sends. None of them contains line breaks, which HTTP clients cannot send in a header. */
export const hostileRequestIds: ReadonlyArray<readonly [label: string, value: string]> = [
  ['300 characters', 'a'.repeat(300)],
  ['5000 characters', 'a'.repeat(5000)],
  ['bytes beyond ASCII', '\u0080\u0091\u00e9\u00ff'],
  ['UTF-8', 'é漢\u{1f9ff}'],
  ['characters whose low bytes are a line break', 'a\u560d\u560ax-injected: 1'],
  ['a percent-encoded line break', 'a%0d%0ax-injected: 1'],
  ['an escaped line break', String.raw`a\r\nx-injected: 1`],
  ['a line separator', 'a\u2028x-injected: 1'],
  ['a next line', 'a\u0085x-injected: 1'],
  ['tabs', 'a\tb\tc'],
  ['spaces inside', 'a  b'],
  ['format characters', '%s%n%x{}{0}'],
  ['an SQL statement', "'; DROP TABLE requests; --"],
]
