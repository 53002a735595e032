import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layOutJson } from '../../../lib/report/html/exchange-view.ts'

test('every value has its line', () => {
  expect(layOutJson('{"a":1,"b":[true,{}],"c":[]}')).toBe(
    '{\n  "a": 1,\n  "b": [\n    true,\n    {}\n  ],\n  "c": []\n}',
  )
})

test('no value changes', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      expect(JSON.parse(layOutJson(text))).toEqual(JSON.parse(text))
    }),
  )
})

test.for([
  ['a number beyond the exact ones', '[12345678901234567890.10]', '[\n  12345678901234567890.10\n]'],
  ['a key given twice', '{"a":1,"a":2}', '{\n  "a": 1,\n  "a": 2\n}'],
  ['a body that ends early', '{"a":"b', '{\n  "a": "b'],
  ['a body that says where it was cut', '{"a":"b\n(cut after 9 bytes)', '{\n  "a": "b\n(cut after 9 bytes)'],
  ['what is no JSON', '<html>{"a":1}', '<html>{"a":1}'],
  ['what closes more than it opened', '{}}', '{}}'],
] as const)('%s is shown as it came', ([, text, shown]) => {
  expect(layOutJson(text)).toBe(shown)
})

test('what would grow beyond measure stays as it is', () => {
  const deep = '['.repeat(1000)
  const empty = `[[[[[[${','.repeat(1000)}`
  expect(layOutJson(deep)).toBe(deep)
  expect(layOutJson(empty)).toBe(empty)
})
