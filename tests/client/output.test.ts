import { globSync, readFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { output, painted, rendered } from '../../lib/client/output.ts'

/** What moves a terminal or hides in it. */
// oxlint-disable-next-line no-control-regex -- controls are what it looks for
const harmful = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/

afterEach(() => void vi.restoreAllMocks())

function written(to: 'stdout' | 'stderr'): readonly string[] {
  const texts: string[] = []
  vi.spyOn(process[to], 'write').mockImplementation((text) => texts.push(String(text)) > 0)
  return texts
}

const hostile = {
  'clears the screen': '\u001b[2J\u001b[H',
  'sets the title': '\u001b]0;owned\u0007',
  'is in colour': '\u001b[32mconformant\u001b[0m',
  'has C1 controls': '\u009b2J\u0090x\u009c',
  'turns the direction': '\u202egnidaer\u2066x',
  'goes back in the line': 'violated\rconformant',
  'has backspaces': 'violated\b\b\b\b\b\b\b\bconformant',
  'has half a character': '\ud800',
}

describe.each(Object.entries(hostile))('a text that %s', (_, text) => {
  test('reaches neither stream as it is', () => {
    const [out, err] = [written('stdout'), written('stderr')]
    output.text(`a ${text} b\n`)
    output.exact(`${JSON.stringify({ text })}${text}\n`)
    output.warn(text)
    output.warnings([text])
    output.progress(text)
    expect([out.length, err.length]).toEqual([3, 2])
    expect([...out, ...err].join('').toWellFormed()).not.toMatch(harmful)
  })
})

test.each(['\n', '\r\n', '\r', '\n\n'])('a warning with %j in it is one line', (end) => {
  const texts = written('stderr')
  output.warn(`left behind: product x${end}conformant: 336 conform, 0 violated`)
  expect(texts).toEqual(['left behind: product x conformant: 336 conform, 0 violated\n'])
})

test('what is painted is so on a terminal alone', () => {
  vi.stubEnv('NO_COLOR', undefined)
  const terminal = Object.assign(new PassThrough(), { isTTY: true, getColorDepth: () => 8 })
  const text = `${painted('red', 'violated')} \u001b[32mconformant`
  expect(rendered(text, terminal)).toBe('\u001b[31mviolated\u001b[39m \\u001b[32mconformant')
  expect(rendered(text, new PassThrough())).toBe('violated \\u001b[32mconformant')
  vi.unstubAllEnvs()
})

test.each([
  ['name ##[error]x', 'name # #[error]x'],
  ['##vso[task.setvariable]x', '# #vso[task.setvariable]x'],
  ['::error::x\n  ::warning::y', ': :error::x\n  : :warning::y'],
  ['a::b ## heading', 'a::b ## heading'],
])('%j is no command to a CI runner', (text, harmless) => {
  expect(rendered(text, new PassThrough())).toBe(harmless)
})

test('there is no other way to the terminal', () => {
  const direct = /process\.(?:stdout|stderr)\.write\(|\bconsole\.\w+\(/
  const files = globSync('lib/**/*.ts').filter((file) => direct.test(readFileSync(file, 'utf8')))
  expect(files).toEqual(['lib/client/output.ts'])
})
