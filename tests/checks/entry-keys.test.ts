import { expect, test } from 'vitest'
import { entryKeys, repeatedKeys } from '../../lib/service/records/entry-keys.ts'
import { exchangeOf } from '../passive/exchange-of.ts'

test.each([
  ['ids in any letter case', [{ id: 'AB' }, { id: 'ab' }], ['ab', 'ab'], 1],
  ['numbers', [{ id: 1 }, { id: 2 }, { id: 1 }], ['1', '2', '1'], 1],
  ['addresses, where there is no id', [{ id: null, email: 'a@b.test' }], ['a@b.test'], 0],
  ['texts, which may be alike', ['Ann', 'Ann'], ['"Ann"', '"Ann"'], 0],
  ['whole records, which may be alike', [{ id: null }, { id: null }], ['{"id":null}', '{"id":null}'], 0],
])('entries are named by %s', (_, items, keys, repeated) => {
  const named = entryKeys(exchangeOf({ json: { items, count: items.length } }))
  expect(named).toEqual(keys)
  expect(repeatedKeys(named)).toBe(repeated)
})
