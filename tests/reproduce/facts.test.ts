import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { flattenJson } from '../../lib/reproduce/flatten-json.ts'
import { Names } from '../../lib/reproduce/names.ts'
import { printfWords, shellWord } from '../../lib/reproduce/shell-text.ts'

const texts = [
  '',
  'a',
  'line\nline\n',
  `it's "quoted" \\ %s %% $HOME \`id\``,
  'Ä漢😀',
  '-n',
  '--',
  '\u0000\u001b[31m\u202e',
  'x'.repeat(300),
]

test.each(texts)('a format of printf gives the text again, and is harmless to read: %j', (text) => {
  const words = printfWords([text])
  expect(execFileSync('sh', ['-c', `printf -- ${words}`]).toString()).toBe(text)
  // oxlint-disable-next-line no-control-regex -- controls are what it looks for
  expect(words).not.toMatch(/[\u0000-\u0008\u001b\u202e]/)
})

test.each(texts.filter((text) => !text.includes('\u0000')))('a word of the shell is the text again: %j', (text) => {
  const shown = execFileSync('sh', ['-c', `printf '%s.' ${shellWord([text])}`]).toString()
  expect(shown.slice(0, -1)).toBe(text.endsWith('\n') ? text.replace(/\n+$/, '') : text)
})

test('values of a run become variables, the longest first; a short one only by itself', () => {
  const names = new Names()
  names.add('abc', 'short')
  names.add('0123-4567-89ab', 'long')
  expect(names.named('/x/0123-4567-89ab/abc?abcd=abc')).toBe('/x/{long}/{short}?abcd={short}')
})

test('a JSON text is laid out by paths, with its values as they are written', () => {
  expect(flattenJson('{"a":[1.0,{"b":"x\\"y"}],"c":{},"d":null}')?.map(({ path, text }) => `${path}=${text}`)).toEqual([
    '.a[0]=1.0',
    '.a[1].b=x\\"y',
    '.c={}',
    '.d=null',
  ])
  expect(flattenJson('<html>')).toBeUndefined()
})

test('a JSON text that nests deeper, or holds more, than any record or list is not laid out', () => {
  expect(flattenJson('['.repeat(50_000) + ']'.repeat(50_000))).toBeUndefined()
  expect(flattenJson(`[${'0,'.repeat(50_000)}0]`)).toBeUndefined()
})
