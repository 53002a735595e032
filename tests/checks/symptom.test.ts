import { expect, test } from 'vitest'
import { symptomOf } from '../../lib/checks/symptom.ts'
import { exchangeOf } from '../passive/exchange-of.ts'

const list = exchangeOf({ path: '/v1/public/products' })
const read = exchangeOf({ path: '/v1/public/products/6f1c2f1e-3b1f-4a57-9a53-0d8f6b0c7d11' })

test('what breaks a rule that is checked on every list is of the list that was asked for last', () => {
  expect(symptomOf({ way: 'claim', requirement: 'PAGE-16', exchanges: [list] })).toMatchObject({
    pagesOf: 'listProducts',
  })
  expect(symptomOf({ way: 'claim', requirement: 'PAGE-16', exchanges: [list, read] })).toMatchObject({
    pagesOf: 'listProducts',
  })
})

test('so is any claim about a page or about pagination', () => {
  const criterion = { kind: 'page' } as const
  expect(symptomOf({ way: 'claim', requirement: 'VER-14', exchanges: [list], criterion })).toMatchObject({
    pagesOf: 'listProducts',
  })
})

test('what breaks another rule is of no list', () => {
  expect(symptomOf({ way: 'claim', requirement: 'PAGE-04', exchanges: [list] })).not.toHaveProperty('pagesOf')
  expect(symptomOf({ way: 'claim', requirement: 'PAGE-16', exchanges: [read] })).not.toHaveProperty('pagesOf')
})

test('what was met on the way is told once, without what was wrong on purpose', () => {
  const broken = exchangeOf({ path: '/v1/public/products', status: 422, broken: 'a limit of 0' })
  const { met, refusals, isBroken } = symptomOf({
    way: 'claim',
    requirement: 'PAGE-04',
    exchanges: [list, list, broken],
  })
  expect({ met, refusals, isBroken }).toEqual({
    met: [{ endpoint: 'listProducts', status: 200 }],
    refusals: [422],
    isBroken: true,
  })
})

test('rows are about the fields in which they differ', () => {
  const rows = { expected: [{ name: 'a', value: 1 }], received: [{ name: 'a', value: 2 }] }
  const criterion = { kind: 'rows', ...rows } as const
  expect(symptomOf({ way: 'comparison', requirement: 'BULK-02', exchanges: [list], criterion }).fields).toEqual([
    'value',
  ])
})

test('rows are of the type of those that differ, if it is one', () => {
  const [date, text] = [
    { type: 'date', value: 1 },
    { type: 'text', value: 1 },
  ]
  const typeOf = (received: ReadonlyArray<typeof date>) => {
    const criterion = { kind: 'rows', expected: [date, text], received } as const
    return symptomOf({ way: 'comparison', requirement: 'VER-02', exchanges: [list], criterion }).type
  }
  expect(typeOf([{ ...date, value: 2 }, text])).toBe('date')
  expect(
    typeOf([
      { ...date, value: 2 },
      { ...text, value: 2 },
    ]),
  ).toBeUndefined()
})

test('a list with a row too many shows no wrong field', () => {
  const criterion = { kind: 'rows', expected: [{ name: 'a' }], received: [{ name: 'a' }, { name: 'b' }] } as const
  expect(symptomOf({ way: 'comparison', requirement: 'VER-02', exchanges: [list], criterion })).not.toHaveProperty(
    'fields',
  )
})

test('a valid request that was refused shows its status, its resource and what was judged', () => {
  const refused = exchangeOf({ path: '/v1/public/products', status: 409 })
  expect(symptomOf({ way: 'claim', requirement: 'PN-04', exchanges: [list, refused], kind: 'status' })).toEqual({
    way: 'claim',
    met: [
      { endpoint: 'listProducts', status: 200 },
      { endpoint: 'listProducts', status: 409 },
    ],
    refusals: [409],
    answer: { endpoint: 'listProducts', status: 409 },
    refusal: 409,
    resource: 'product',
    isOfStatus: true,
    list: 'listProducts',
  })
})

test('what led to a claim is its trail alone if the check states it, and else all that was sent before', () => {
  const [made, before, beside] = [404, 409, 410].map((status) => exchangeOf({ path: '/v1/public/products', status }))
  const led = { prepared: [made ?? list], trail: [before ?? list], beside: [beside ?? list] }
  const claim = { way: 'claim', requirement: 'PN-04', exchanges: [list], ...led } as const
  expect(symptomOf(claim).refusals).toEqual([404, 409, 410])
  expect(symptomOf({ ...claim, isTrailStated: true }).refusals).toEqual([409])
})

function pageOf(query: string, entries: number) {
  const items = Array.from({ length: entries }, (_, index) => ({ id: `${index}` }))
  return exchangeOf({ path: `/v1/public/products?${query}`, json: { items } })
}

test.for([
  { pages: [pageOf('limit=3&offset=0', 2), pageOf('limit=3', 2)], whole: ['listProducts'] },
  { pages: [pageOf('limit=3', 2), pageOf('limit=3', 3)], whole: undefined },
  { pages: [pageOf('limit=3&offset=1', 2)], whole: undefined },
  { pages: [pageOf('offset=0', 2)], whole: undefined },
])('a list is read whole if each page of it, from the start, has fewer entries than its limit', ({ pages, whole }) => {
  expect(symptomOf({ way: 'claim', requirement: 'PN-04', exchanges: pages }).whole).toEqual(whole)
})

test('a wrong field in the answer about one property is of its type, and in a list of no type', () => {
  const criterion = { kind: 'field', name: 'value', shown: true } as const
  const typeIn = (path: string, json: unknown) =>
    symptomOf({ way: 'claim', requirement: 'PROP-35', exchanges: [exchangeOf({ path, json })], criterion }).type
  const property = { type: 'date', value: 2 }
  expect(typeIn('/v1/public/properties/6f1c2f1e-3b1f-4a57-9a53-0d8f6b0c7d11', property)).toBe('date')
  expect(typeIn('/v1/public/properties', { items: [property] })).toBeUndefined()
})
