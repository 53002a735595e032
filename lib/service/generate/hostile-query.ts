import fc from 'fast-check'
import { codePoint } from '../../generate/code-point.ts'

/** Raw query strings, unusual in content or notation. */
export const hostileQueries: readonly string[] = [
  ...['q', 'version', 'type', 'includeDeleted', 'format', 'product_id', 'workspace_id', 'item_id'].map(
    (name) => `${name}=`,
  ),
  'q=%00',
  'q=a%00b',
  'q=%ff%fe',
  'q=%ed%a0%80',
  'q=%',
  'q=%zz',
  // Each is a mistake in some query language, wherever it stands in a text.
  'q=%F0%9F%A7%BF%20%27%20(((((%20%5B%5Ba-%20%2A%2B%3F%7B1%7D%20OR%201%3D1--',
  `q=${'a'.repeat(1500)}`,
  `q=${'%25'.repeat(400)}`,
  'q=a&q=b',
  'q[]=a',
  'q[$ne]=a',
  '__proto__=a',
  '__proto__[a]=b',
  'constructor=a',
  'limit=1&limit=2',
  'limit[]=1',
  'limit=%00',
  'limit=1e400',
  'limit=+1',
  'limit=%D9%A1',
  'limit=99999999999999999999999999',
  'offset=99999999999999999999999999',
  'offset=-0',
  'offset=Infinity',
  'offset=%00',
  'version=%00',
  'version=99999999999999999999999999',
  'version=-1',
  'version=2147483648',
  'version=baseline',
  'type=%00',
  'type=__proto__',
  'type=constructor',
  'includeDeleted=%00',
  'format=%00',
  'product_id=%00',
  'product_id=not-a-uuid&version=1',
  'workspace_id=%00',
  'item_id=%00',
  'item_id=not-a-uuid',
  '=&=&=',
  '%',
  Array.from({ length: 150 }, (_, index) => `p${index}=${index}`).join('&'),
]

/** The most informative of them, if all would be too many requests. */
export const fewHostileQueries: readonly string[] = [
  'q=%00',
  'q=%ff%fe',
  'q=%',
  'limit[]=1',
  'limit=1&limit=2',
  'limit=99999999999999999999999999',
  'offset=%00',
  'version=%00',
  'type=__proto__',
  'product_id=not-a-uuid&version=1',
  'format=%00',
  '__proto__[a]=b',
]

const names = ['q', 'limit', 'offset', 'version', 'type', 'includeDeleted', 'format', 'product_id']

/** A generated query of known parameters with any text. */
export function hostileQuery(): fc.Arbitrary<string> {
  const text = fc.oneof(fc.string({ unit: codePoint(), maxLength: 60 }), fc.string({ unit: 'grapheme', maxLength: 60 }))
  return fc
    .array(fc.tuple(fc.constantFrom(...names), text), { minLength: 1, maxLength: 6 })
    .map((pairs) => pairs.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&'))
}
