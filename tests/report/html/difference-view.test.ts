import fc from 'fast-check'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { differences, differenceView, wrongRecordView } from '../../../lib/report/html/difference-view.ts'
import { parsePage, textOf } from './parsed-page.ts'

function paths(expected: unknown, received: unknown): readonly string[] {
  return differences(expected, received).map(({ path }) => path)
}

test('places that differ are named: fields, entries, and lists of another length as a whole', () => {
  expect(paths({ a: 1, b: { c: 'x' }, d: true }, { b: { c: 'y' }, a: 1, e: null })).toEqual(['b.c', 'd', 'e'])
  expect(paths([{ id: 1 }, { id: 2 }], [{ id: 1 }, { id: 3 }])).toEqual(['[1].id'])
  expect(paths({ a: [1] }, { a: [1, 2] })).toEqual(['a'])
})

test('a place is named where two values differ, and only there', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.jsonValue({ maxDepth: 4 }), (expected, received) => {
      expect(paths(expected, received).length > 0).toBe(!isDeepStrictEqual(expected, received))
    }),
  )
})

test('what JSON does not tell apart is left to the texts', () => {
  expect(differenceView({ expected: { a: 1 }, received: { a: 1 } })).toBeUndefined()
  expect(differenceView({ expected: 409, received: 201 })).toBeUndefined()
  const long = 'x'.repeat(300)
  const { text } = differenceView({ expected: { a: long, b: 1 }, received: { a: 'y', b: 2 } }) ?? { text: '' }
  expect(text).toContain('302 characters')
  expect(text).toContain('<code class="path">b</code>')
})

test('of a record whose field is wrong the field is marked, also where it is not there', () => {
  const record = { id: 'one', name: 'a file', size: 1, kept: true }
  const shown = wrongRecordView({ of: 'file', fields: ['deleted'], record })?.text ?? ''
  const [root] = parsePage(shown).elements
  const text = root ? textOf(root).replaceAll(/\s+/g, ' ') : ''
  expect(text).toContain('deleted is missing')
  expect(text).toContain('id "one"')
  expect(text).toContain('and 2 more fields')
  expect(wrongRecordView({ fields: ['name'], record })).toBeUndefined()
})
