import { expect, test } from 'vitest'
import { canExplain, symptomOf } from '../../lib/checks/symptom.ts'
import { exchangeOf } from '../passive/exchange-of.ts'

const list = exchangeOf({ path: '/v1/public/products' })
const read = exchangeOf({ path: '/v1/public/products/6f1c2f1e-3b1f-4a57-9a53-0d8f6b0c7d11' })

test('what breaks a rule that is checked on every list is of the list that was asked for last', () => {
  expect(symptomOf({ requirement: 'PAGE-16', exchanges: [list] })).toMatchObject({ pagesOf: 'listProducts' })
  expect(symptomOf({ requirement: 'PAGE-16', exchanges: [list, read] })).toMatchObject({ pagesOf: 'listProducts' })
})

test('so is any claim about a page or about pagination', () => {
  const criterion = { kind: 'page' } as const
  expect(symptomOf({ requirement: 'VER-14', exchanges: [list], criterion })).toMatchObject({ pagesOf: 'listProducts' })
})

test('what breaks another rule is of no list', () => {
  expect(symptomOf({ requirement: 'PAGE-04', exchanges: [list] })).not.toHaveProperty('pagesOf')
  expect(symptomOf({ requirement: 'PAGE-16', exchanges: [read] })).not.toHaveProperty('pagesOf')
})

test('the pages of one list explain nothing of another, whatever rule is broken there', () => {
  const cause = symptomOf({ requirement: 'PAGE-15', exchanges: [list] })
  const [same, other] = ['products', 'properties'].map((name) =>
    symptomOf({ requirement: 'PROP-23', exchanges: [exchangeOf({ path: `/v1/public/${name}` })] }),
  )
  expect([canExplain(cause, same), canExplain(cause, other)]).toEqual([true, false])
  expect(canExplain(cause, symptomOf({ requirement: 'PROP-23', exchanges: [read] }))).toBe(true)
})
