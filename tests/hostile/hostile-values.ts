import { hash } from 'node:crypto'
import { asText } from '../../lib/contract/show.ts'
import { unspoiled, type Relayed, type Spoil } from './relay.ts'

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

const values = hostileValues.map(([, value]) => value)

/** What a header can hold of them, texts beyond Latin-1 as the bytes of UTF-8; a list repeats the header, and none leaves it out. */
const hostileHeaders: ReadonlyArray<string | string[] | undefined> = [
  ...values
    .filter((value) => typeof value !== 'object')
    .map((value) => bytesOf(asText(value)).replaceAll(/[\0\r\n]/g, '\t')),
  ['a', 'b'],
  undefined,
]

function bytesOf(text: string): string {
  return Buffer.from(text).toString('latin1')
}

/** Gives one value in six of these fields as a hostile one, the same for the same value each time; the list of workspaces comes as it is. */
export function hostileIn(fields: readonly string[]): Spoil {
  return spoiling((answer) => withFields(answer, fields, ''))
}

/** The same for fields that hold the same few values everywhere: they are hostile at one path in six. */
export function hostileByPath(fields: readonly string[]): Spoil {
  return spoiling((answer) => withFields(answer, fields, answer.asked.url ?? ''))
}

/** Gives these headers of one answer in six as hostile ones. */
export function hostileHeadersIn(names: readonly string[]): Spoil {
  return spoiling(({ headers, body, number }) => {
    const changed = names.map((name) => [name, draw(`${name} ${number}`, hostileHeaders, headers[name])] as const)
    const given = [...Object.entries(headers).filter(([name]) => !names.includes(name)), ...changed]
    return { headers: Object.fromEntries(given.filter(([, value]) => value !== undefined)), body }
  })
}

type Changed = Pick<Relayed, 'headers' | 'body'>

function spoiling(change: (answer: Relayed) => Changed): Spoil {
  return (answer, response) => {
    if ((answer.asked.url ?? '').startsWith('/v1/public/workspaces?')) return unspoiled(answer, response)
    const changed = change(answer)
    const { 'content-length': _, ...headers } = changed.headers
    return unspoiled({ ...answer, ...changed, headers }, response)
  }
}

function withFields({ asked, headers, body }: Relayed, fields: readonly string[], place: string): Changed {
  const text = body.toString()
  // The content of a file stays as it is: to change it breaks a rule of its own.
  if (!/^[[{]/.test(text) || /\/download(?:\?|$)/.test(asked.url ?? '')) return { headers, body }
  const changed = JSON.stringify(JSON.parse(text), (key, value: unknown) =>
    fields.includes(key) ? draw(`${place} ${key} ${JSON.stringify(value)}`, values, value) : value,
  )
  return { headers, body: Buffer.from(changed) }
}

/** One of the hostile values in one case of six, else the sound one. */
function draw<Value>(of: string, hostile: readonly Value[], sound: Value): Value | undefined {
  const drawn = Number.parseInt(hash('sha256', of).slice(0, 8), 16)
  return drawn % 6 === 0 ? hostile[Math.floor(drawn / 6) % hostile.length] : sound
}
