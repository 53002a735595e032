import { describe, expect, test } from 'vitest'
import { Pacer, type PacedAnswer } from '../../lib/client/pacer.ts'

const now = Date.UTC(2026, 0, 1)

function answer(remaining: number, { limit = 10, status = 200, at = now, reset = now + 5000 } = {}): PacedAnswer {
  const headers = {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(reset / 1000),
  }
  return { status, headers, sentAt: at, receivedAt: at }
}

describe('Pacer', () => {
  test('lets everything go until a limit was seen', () => {
    const pacer = new Pacer(120_000)
    pacer.sent(50)
    expect(pacer.delay(50, now)).toBe(0)
  })

  test('counts those in flight as not yet counted by the target', () => {
    const pacer = new Pacer(120_000)
    pacer.sent(4)
    pacer.answered(answer(4))
    expect(pacer.delay(1, now)).toBe(0)
    expect(pacer.delay(2, now)).toBe(5000)
    pacer.answered(answer(3))
    pacer.answered(answer(2))
    pacer.lost()
    expect(pacer.delay(2, now)).toBe(0)
  })

  test('waits for the reset with none left, and goes on in the next window', () => {
    const pacer = new Pacer(120_000)
    pacer.sent(1)
    pacer.answered(answer(0))
    expect(pacer.delay(1, now)).toBe(5000)
    expect(pacer.delay(1, now + 4999)).toBe(1)
    expect(pacer.delay(10, now + 5000)).toBe(0)
    pacer.sent(10)
    expect(pacer.delay(1, now + 5001)).toBe(0)
  })

  test('a party larger than the limit waits for a whole window, not for ever', () => {
    const pacer = new Pacer(120_000)
    pacer.sent(1)
    pacer.answered(answer(9))
    expect(pacer.delay(20, now)).toBe(5000)
    expect(pacer.delay(20, now + 5000)).toBe(0)
  })

  test('a 429 with requests left in the window is sent again when it says, and waits for the reset in the end', () => {
    const pacer = new Pacer(120_000)
    const told = answer(8, { status: 429 })
    const refused = { ...told, headers: { ...told.headers, 'retry-after': '1' } }
    const waits = [0, 1, 2, 3].map((repetition) => pacer.waitAfterRefusal(refused, { repetition, waited: 0 }))
    expect(waits).toEqual([1000, 1000, 1000, 5000])
    expect(pacer.waitAfterRefusal(told, { repetition: 0, waited: 0 })).toBe(250)
  })

  test('after a 429 nobody goes before the reset', () => {
    const pacer = new Pacer(120_000)
    pacer.sent(2)
    const refused = answer(0, { status: 429 })
    pacer.answered(refused)
    expect(pacer.waitAfterRefusal(refused, { repetition: 0, waited: 0 })).toBe(5000)
    expect(pacer.delay(1, now + 1000)).toBe(4000)
  })

  test('gives up where the wait is longer than it may be, until something is answered again', () => {
    const pacer = new Pacer(4000)
    const refused = { ...answer(0, { status: 429 }), headers: { 'retry-after': '5' } }
    pacer.sent(3)
    pacer.answered(refused)
    expect(pacer.waitAfterRefusal(refused, { repetition: 0, waited: 0 })).toBeUndefined()
    pacer.answered(answer(5))
    const short = { ...refused, headers: { 'retry-after': '1' } }
    expect(pacer.waitAfterRefusal(short, { repetition: 0, waited: 0 })).toBe(1000)
    expect(pacer.waitAfterRefusal(short, { repetition: 1, waited: 3500 })).toBeUndefined()
  })
})
