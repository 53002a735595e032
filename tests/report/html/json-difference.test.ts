import fc from 'fast-check'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { differenceView } from '../../../lib/report/html/difference-view.ts'
import { jsonDifference, jsonLines } from '../../../lib/report/html/json-difference.ts'
import { wrongRecord } from '../../../lib/report/html/wrong-record.ts'
import { exchange, finding } from '../prepared.ts'

function reported(parts: Parameters<typeof finding>[0]) {
  return { ...finding(parts), replay: '', trail: [], beside: [], script: { name: '', text: '' } }
}

function shown(expected: unknown, received: unknown): string[] {
  return jsonDifference(expected, received).map(
    (line) => `${line.expected ?? '·'} | ${line.received ?? '·'}${line.path === undefined ? '' : ` <- ${line.path}`}`,
  )
}

test('fields stand beside each other, and those that differ are named by their place', () => {
  expect(shown({ a: 1, b: { c: 'x' }, d: true }, { b: { c: 'y' }, a: 1, e: null })).toEqual([
    '{ | {',
    '"a": 1 | "a": 1',
    '"b": { | "b": {',
    '"c": "x" | "c": "y" <- b.c',
    '} | }',
    '"d": true | · <- d',
    '· | "e": null <- e',
    '} | }',
  ])
})

test('entries that both lists have stand beside each other, and a new one alone', () => {
  expect(
    shown([{ id: 1 }, { id: 2 }], [{ id: 0 }, { id: 1 }, { id: 3 }]).filter((line) => line.includes('<-')),
  ).toEqual(['· | { <- [0]', '· | "id": 0 <- [0]', '· | } <- [0]', '"id": 2 | "id": 3 <- [2].id'])
})

test('a place is named where two values differ, and only there', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.jsonValue({ maxDepth: 4 }), (expected, received) => {
      const differing = jsonDifference(expected, received).some(({ path }) => path !== undefined)
      expect(differing).toBe(!isDeepStrictEqual(expected, received))
      expect(jsonLines(received).some(({ path }) => path !== undefined)).toBe(false)
    }),
  )
})

test('what JSON does not tell apart is left to the texts', () => {
  expect(differenceView({ a: 1 }, { a: 1 })).toBeUndefined()
  const long = 'x'.repeat(500)
  const { text } = differenceView({ a: long, b: 1 }, { a: long, b: 2 }) ?? { text: '' }
  expect(text).toContain('(507 characters)')
  expect(text).toContain('&quot;b&quot;: 2')
})

test('the record of an answer whose field is wrong is found by its id', () => {
  const items = [{ id: 'one' }, { id: 'two', deleted: 'no' }]
  const claim = 'file.deleted is a boolean'
  const received = '"no" (in the record with id "two")'
  const list = exchange({ responseBody: JSON.stringify({ items }) })
  expect(wrongRecord(reported({ claim, received, exchanges: [list] }))).toEqual({
    where: 'items[1]',
    field: 'deleted',
    record: items[1],
  })
  const single = exchange({ responseBody: JSON.stringify(items[1]) })
  expect(wrongRecord(reported({ claim, received, exchanges: [single] }))).toMatchObject({ where: '', field: 'deleted' })
  const early = exchange({
    responseBody: `{"items":[{"text":"}","owner":{"id":"x"},"id":"two"},{"id":"thr… (9 more characters)`,
  })
  expect(wrongRecord(reported({ claim, received, exchanges: [early] }))).toMatchObject({
    where: 'items[…]',
    record: { text: '}' },
  })
  const cut = exchange({ responseBody: '{"items":[{"id":"two"' })
  expect(wrongRecord(reported({ claim, received, exchanges: [cut] }))).toBeUndefined()
  expect(wrongRecord(reported({ claim: 'createItem answers 201', received, exchanges: [list] }))).toBeUndefined()
})
