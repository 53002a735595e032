import { describe, expect, test } from 'vitest'
import { TargetClock } from '../../lib/client/pacer.ts'

const start = Date.UTC(2026, 0, 1)

/** What an answer at a time on our clock says, where the target's clock is ahead. */
function observe(clock: TargetClock, time: number, ahead: number): void {
  clock.observe(new Date(time + ahead).toUTCString(), { sentAt: time - 10, receivedAt: time + 10 })
}

describe('TargetClock', () => {
  test.for([-3_600_000, -400, 0, 700, 86_400_000])(
    'comes close to a clock that is %i ms ahead, never early',
    (ahead) => {
      const clock = new TargetClock()
      for (let time = start; time < start + 3000; time += 70) observe(clock, time, ahead)
      const wait = clock.toOurs(start + 10_000) - (start + 10_000 - ahead)
      expect(wait).toBeGreaterThanOrEqual(0)
      expect(wait).toBeLessThan(100)
      const behind = start + 10_000 + ahead - clock.toTheirs(start + 10_000)
      expect(behind).toBeGreaterThanOrEqual(0)
      expect(behind).toBeLessThan(100)
    },
  )

  test('follows a clock that is set anew', () => {
    const clock = new TargetClock()
    for (const time of [start, start + 300, start + 600]) observe(clock, time, 5000)
    for (const time of [start + 900, start + 1200]) observe(clock, time, -5000)
    expect(Math.abs(clock.toOurs(start) - (start + 5000))).toBeLessThan(1100)
  })

  test('counts as ours until a Date was seen', () => {
    const clock = new TargetClock()
    clock.observe('yesterday', { sentAt: start, receivedAt: start })
    expect(clock.toOurs(start)).toBe(start)
  })
})
