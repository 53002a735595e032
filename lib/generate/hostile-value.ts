import fc from 'fast-check'
import { codePoint } from './code-point.ts'

export interface HostileValue {
  /** What is hostile about it, in stable words. */
  readonly label: string
  /** JSON text of the value, which no JSON library may be able to write. */
  readonly json: string
}

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
const nestedObjects = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

/** Not hostile by itself, but of another type than most fields: code that expects a text fails on its methods. */
export const plainValues: readonly HostileValue[] = [
  { label: 'a number', json: '5' },
  { label: 'a boolean', json: 'true' },
  { label: 'an array', json: '[]' },
  { label: 'an object', json: '{}' },
]

/** Values that break parsers, validators and databases, of bounded size. */
export const hostileValues: readonly HostileValue[] = [
  { label: 'null', json: 'null' },
  ...plainValues,
  { label: 'arrays nested 500 deep', json: nested(500) },
  { label: 'arrays nested 20,000 deep', json: nested(20_000) },
  { label: 'objects nested 5,000 deep', json: nestedObjects(5000) },
  { label: 'a number too large for a double', json: '1e400' },
  { label: 'a number of 400 digits', json: '9'.repeat(400) },
  { label: 'a negative number too large for a double', json: '-1e400' },
  { label: 'a number too small for a double', json: '1e-400' },
  { label: 'an integer too large for 64 bits', json: '9223372036854775808' },
  { label: 'an integer too large for 32 bits', json: '2147483648' },
  { label: 'minus zero', json: '-0' },
  { label: 'a NUL character', json: String.raw`"\u0000"` },
  { label: 'a text that contains NUL', json: String.raw`"a\u0000b"` },
  { label: 'a lone high surrogate', json: String.raw`"\ud800"` },
  { label: 'a lone low surrogate', json: String.raw`"a\udc00b"` },
  { label: 'control characters', json: String.raw`"\u0001\u001b[2J\u007f"` },
  { label: 'Unicode noncharacters', json: String.raw`"\ufffe\uffff"` },
  { label: 'right-to-left text', json: '"\u202e\u0627\u202c"' },
  { label: 'a long text', json: `"${'a'.repeat(100_000)}"` },
  { label: 'a text of emoji', json: '"\u{1f9ff}\u{1f9ff}"' },
  { label: 'a long text of emoji', json: `"${'\u{1f9ff}'.repeat(10_000)}"` },
  { label: 'an SQL statement', json: `"'; DROP TABLE products; --"` },
  { label: 'template expressions', json: '"{{7*7}} ${7*7} <%= 7*7 %> %s%n"' },
  { label: 'an object with a __proto__ key', json: '{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}}}' },
  { label: 'an object with an empty key', json: '{"":""}' },
  { label: 'an array of 5,000 numbers', json: `[${Array.from({ length: 5000 }, () => '0').join(',')}]` },
]

const most = new Set([
  'null',
  ...plainValues.map(({ label }) => label),
  'arrays nested 20,000 deep',
  'objects nested 5,000 deep',
  'a number too large for a double',
  'an integer too large for 64 bits',
  'a text that contains NUL',
  'a lone high surrogate',
  'a long text',
  'a text of emoji',
  'an object with a __proto__ key',
])

/** The most informative of them, if all would be too many requests. */
export const fewHostileValues: readonly HostileValue[] = hostileValues.filter(({ label }) => most.has(label))

/** Any JSON, shallow and small. */
export function hostileValue(): fc.Arbitrary<HostileValue> {
  return fc.json({ maxDepth: 4, stringUnit: codePoint() }).map((json) => ({ label: 'any JSON', json }))
}
