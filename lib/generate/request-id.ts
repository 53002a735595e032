import fc from 'fast-check'

/** Visible ASCII: what every server can take and give back as a header value. */
const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCodePoint(code))

/** Request ids that have to come back as they are. */
export function plainRequestId(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.string({ unit: visible, minLength: 1, maxLength: 128 }),
    fc.string({ unit: visible, minLength: 120, maxLength: 128 }),
    fc.uuid().map((id) => id.toUpperCase()),
  )
}

/** Plain ids that a service might tidy up: letter case, zeros, length, signs. */
export const plainRequestIds: readonly string[] = [
  'A',
  '0',
  '007',
  '1e3',
  'null',
  'Aa-Bb_Cc.Dd~',
  '8E2C1F9A-3B7D-4C6E-9F10-2A4B6C8D0E1F',
  'a"b\'c`d',
  'a,b;c=d',
  '<b>&amp;</b>',
  '%41%0d%0a',
  '{"a":1}',
  'x'.repeat(65),
  'Y'.repeat(128),
]

/** Values that no honest client sends. None of them has raw line breaks: HTTP clients cannot send those in a header. */
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
  ['blanks inside', 'a  b'],
  ['format signs', '%s%n%x{}{0}'],
  ['a statement', "'; DROP TABLE requests; --"],
]
