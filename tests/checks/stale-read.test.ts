import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../lib/client/exchange.ts'
import { staleRead } from '../../lib/checks/symptom.ts'
import { exchangeOf } from '../passive/exchange-of.ts'

const path = '/v1/public/products/6f1c2f1e-3b1f-4a57-9a53-0d8f6b0c7d11'
const list = '/v1/public/products?limit=5'
const read = (name: string, of = path): Exchange => exchangeOf({ path: of, json: { name } })
const write = (of = path, status = 200): Exchange => exchangeOf({ method: 'PATCH', path: of, status, json: {} })
const muchLater = read('old').startedAt + 5000
const missing = (): Exchange => exchangeOf({ path, status: 404, json: { error: 'x', at: Math.random() } })
const record = { id: '6f1c2f1e-3b1f-4a57-9a53-0d8f6b0c7d11', name: 'old' }
const created = (): Exchange => exchangeOf({ method: 'POST', path: '/v1/public/products', status: 201, json: record })
const shown = (): Exchange => exchangeOf({ path, json: record })

describe('a read is answered as before a write', () => {
  test('where the same request was answered alike before the last write of the thing', () => {
    expect(staleRead([read('old'), write()], read('old'))).toBe('getProduct')
    expect(staleRead([missing(), write()], missing())).toBe('getProduct')
  })

  test('in a list too, where something in it was written', () => {
    expect(staleRead([read('old', list), write()], read('old', list))).toBe('listProducts')
  })

  test('and where a read before the judged one was, which it is compared with', () => {
    expect(staleRead([read('old'), write(), read('old')], read('new'))).toBe('getProduct')
  })

  test('and where the record is shown as its creation showed it, whoever read it in between', () => {
    expect(staleRead([created(), write()], shown())).toBe('getProduct')
    expect(staleRead([write(), created()], shown())).toBeUndefined()
    expect(staleRead([exchangeOf({ method: 'POST', status: 201, json: {} }), write()], read('old'))).toBeUndefined()
  })

  test.for<[string, readonly Exchange[], Exchange]>([
    ['the read has waited for what was written', [read('old'), write()], { ...read('old'), startedAt: muchLater }],
    [
      'the same was read before it in time',
      [read('old'), write(), read('old')],
      { ...read('old'), startedAt: muchLater },
    ],
    ['another answer', [read('old'), write()], read('new')],
    ['nothing was read before', [write()], read('old')],
    ['nothing was written in between', [write(), read('old')], read('old')],
    ['the write was refused', [read('old'), write(path, 409)], read('old')],
    ['something else was written', [read('old'), write('/v1/public/items/1')], read('old')],
    ['the request is another one', [read('old', `${path}?version=1`), write()], read('old')],
    ['what is judged is a write', [read('old'), write()], write()],
  ])('but not where %s', ([, led, judged]) => {
    expect(staleRead(led, judged)).toBeUndefined()
  })
})
