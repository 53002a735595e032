import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Progress } from '../../lib/cli/progress.ts'
import { resolveConfiguration } from '../../lib/config/resolve-configuration.ts'

const configuration = resolveConfiguration({ flags: { seed: '1' }, environment: {}, directory: process.cwd() })
const stdout = { isTTY: process.stdout.isTTY, columns: process.stdout.columns }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  Object.assign(process.stdout, stdout)
})

/** What is written in so many seconds of testing, once half of the requests are spent. */
function written(seconds: number, terminal: Partial<typeof stdout>, discovery = 0): readonly string[] {
  Object.assign(process.stdout, terminal)
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const progress = new Progress(configuration)
  progress.phase('testing')
  progress.plan([10, 30, 40], { discovery, teardown: 20 })
  progress.began('PN-06')
  vi.advanceTimersByTime(20_000)
  progress.ended(10)
  progress.ended(30)
  write.mockClear()
  vi.advanceTimersByTime(seconds * 1000)
  progress.end()
  return write.mock.calls.map(([text]) => String(text))
}

test('without a terminal there is a line each ten seconds, with the time of the requests to come', () => {
  const lines = written(30, { isTTY: false })
  expect(lines.length).toBe(3)
  expect(lines[0]).toMatch(/^testing PN · 2 of 3 checks · 0 requirements violated · \d+ s, about 3\d s left\n$/)
})

test('the first checks also send the requests that learn the target: these are no measure of the others', () => {
  const [line] = written(10, { isTTY: false }, 40)
  expect(line).toMatch(/about 1\d s left\n$/)
})

test('on a terminal it is rewritten in place, and never wider than that', () => {
  const lines = written(10, { isTTY: true, columns: 40 })
  expect(lines.length).toBeGreaterThan(10)
  // oxlint-disable-next-line no-control-regex -- what rewrites a line
  const shown = lines.map((line) => line.replace(/^\r\u001B\[K/, ''))
  expect(Math.max(...shown.map((line) => line.length))).toBeLessThan(40)
  expect(shown[0]).toMatch(/^testing PN · 2 of 3 checks .*…$/)
})
