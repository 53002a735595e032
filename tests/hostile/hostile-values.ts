import { hash } from 'node:crypto'
import { unspoiled, type Spoil } from './relay.ts'

/** What a field of an answer may hold instead of its value: what addresses, headers, dates, numbers and texts stumble over. */
export const hostileValues: ReadonlyArray<readonly [what: string, value: unknown]> = [
  ['half a character', 'x\ud800y'],
  ['nothing', ''],
  ['ten kilobytes', 'x'.repeat(10_240)],
  ['a step up', '..'],
  ['a percent sign', '100%'],
  ['a query', 'a?b=c#d'],
  ['a slash', 'a/b'],
  ['a NUL', 'a\u0000b'],
  ['line breaks', 'a\r\nx-b: c'],
  ['a prototype', '__proto__'],
  ['half a regular expression', '((((('],
  ['beyond Latin-1', '名前 🚀'],
  ['beyond all dates', '+275760-09-13T00:00:00.001Z'],
  ['no date', '2026-02-31T25:61:61Z'],
  ['a year of five digits', '99999-01-01T00:00:00Z'],
  ['a number', 12],
  ['a huge number', 1e308],
  ['a negative number', -1],
  ['an object that is no text', { toString: 1, valueOf: null }],
  ['lists', [[]]],
  ['null', null],
  ['a boolean', true],
]

/** Gives one value in six of these fields as a hostile one, the same for the same value each time; the list of workspaces comes as it is. */
export function hostileIn(fields: readonly string[]): Spoil {
  return (answer, response) => {
    const text = answer.body.toString()
    if (!text.startsWith('{') || (answer.asked.url ?? '').startsWith('/v1/public/workspaces?')) {
      unspoiled(answer, response)
      return
    }
    const changed = JSON.stringify(JSON.parse(text), (key, value: unknown) => {
      if (!fields.includes(key)) return value
      const drawn = Number.parseInt(hash('sha256', `${key} ${JSON.stringify(value)}`).slice(0, 8), 16)
      return drawn % 6 === 0 ? hostileValues[Math.floor(drawn / 6) % hostileValues.length]?.[1] : value
    })
    const { 'content-length': _, ...headers } = answer.headers
    unspoiled({ ...answer, headers, body: Buffer.from(changed) }, response)
  }
}
