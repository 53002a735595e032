import { expect, test } from 'vitest'
import { cutUndocumented } from '../../lib/client/parsed-bodies.ts'

const many = Array.from({ length: 5000 }, (_, index) => ({ id: `${index}` }))

test('what a documented field holds is kept whole', () => {
  const list = { items: many, count: many.length }
  expect(cutUndocumented(list)).toBeGreaterThan(10_000)
  expect(list.items).toHaveLength(5000)
  const file = { used_in: Array.from({ length: 2000 }, () => ({ target_id: 't' })) }
  cutUndocumented(file)
  expect(file.used_in).toHaveLength(2000)
})

test('of another field the beginning is kept, wherever it stands', () => {
  const record = { items: [{ id: 'a', extra: { more: [...many] } }], __proto__: null }
  const object = { byId: Object.fromEntries(many.map((entry) => [entry.id, entry])) }
  expect(cutUndocumented(record)).toBeLessThan(3000)
  cutUndocumented(object)
  expect(record.items[0]?.extra.more.map(({ id }) => id)).toEqual(many.slice(0, 1000).map(({ id }) => id))
  expect(Object.keys(object.byId)).toHaveLength(1000)
})

test('a field called __proto__ stays a field', () => {
  const record: object = JSON.parse(`{"__proto__":{${many.map(({ id }) => `"${id}":1`).join(',')}}}`)
  cutUndocumented(record)
  expect(Object.keys(record)).toEqual(['__proto__'])
  expect(Object.getPrototypeOf(record)).toBe(Object.prototype)
})
