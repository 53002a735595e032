import fc from 'fast-check'
import { codePoint } from './code-point.ts'

/** Ids that are not UUIDs and break careless lookups. None of them contains text at which a path may be cut or joined. */
export const hostileIds: readonly string[] = [
  '0',
  '-1',
  '1e309',
  '9007199254740993',
  'null',
  'undefined',
  'true',
  'NaN',
  '%',
  '*',
  '{}',
  '[object Object]',
  '$ne',
  '\u0000',
  '\u{1f9ff}',
  'ÿ',
  "' OR '1'='1",
  '00000000-0000-0000-0000-00000000000',
  'zzzzzzzz-zzzz-4zzz-8zzz-zzzzzzzzzzzz',
  'a'.repeat(300),
  'a'.repeat(2500),
]

/** Characters at which servers and proxies cut, join or normalize a path: where such an id leads is up to them. */
const pathSyntax = /[/\\.;]/

/** Generated ids that are not a UUID in any spelling. */
export function hostileId(): fc.Arbitrary<string> {
  return fc
    .oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 }),
      fc.string({ unit: codePoint(), minLength: 1, maxLength: 50 }),
      fc.string({ minLength: 1, maxLength: 200 }),
      fc.uuid().map((id) => `${id}0`),
      fc.uuid().map((id) => id.replace('-', '_')),
    )
    .map((id) => id.toWellFormed())
    .filter(
      (id) => id.trim() !== '' && !pathSyntax.test(id) && !/^[{\s]*(?:urn:uuid:)?[0-9a-f-]{32,36}[}\s]*$/i.test(id),
    )
}
