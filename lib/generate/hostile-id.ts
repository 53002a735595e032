import fc from 'fast-check'
import { codePoint } from './code-point.ts'

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
