import { expect, test } from 'vitest'
import { withoutControlCharacters } from '../../lib/client/printable.ts'
import { markdownBlock, markdownCode, markdownText, shortened, xmlAttribute, xmlText } from '../../lib/report/escape.ts'

test.for([
  ['a colour', '\u001b[31mred', '\\u001b[31mred'],
  ['a window title', '\u001b]0;owned\u0007', '\\u001b]0;owned\\u0007'],
  ['a bell and a backspace', 'a\u0007\b', 'a\\u0007\\u0008'],
  ['an eight-bit escape', 'a\u009bb', 'a\\u009bb'],
  ['text that runs backwards', 'a\u202eb', 'a\\u202eb'],
  ['a carriage return', 'safe\rforged', 'safe\\u000dforged'],
  ['line ends and tabs', 'a\r\nb\tc', 'a\nb\tc'],
  ['a lone surrogate', 'a\ud800', 'a\ufffd'],
] as const)('%s does nothing to a terminal', ([, hostile, harmless]) => {
  const text = withoutControlCharacters(hostile)
  // oxlint-disable-next-line no-control-regex -- what must be gone
  expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/)
  expect(text).toBe(harmless)
})

test('XML text keeps what XML 1.0 can say and leaves out the rest', () => {
  expect(xmlText('<a>&\u0000\u001b\ufffe]]>')).toBe('&lt;a&gt;&amp;]]&gt;')
  expect(xmlAttribute('"\'\n\t<')).toBe('&quot;&apos;&#10;&#9;&lt;')
})

test('a code span is one line, and no run of backticks in it is as long as its own', () => {
  expect(markdownCode('plain')).toBe('`plain`')
  expect(markdownCode('a``b')).toBe('```a``b```')
  expect(markdownCode('`edge`')).toBe('`` `edge` ``')
  expect(markdownCode('a|b\n\n# heading')).toBe('`a|b # heading`')
  expect(markdownCode('')).toBe('(empty)')
})

test('a block cannot be closed from inside', () => {
  expect(markdownBlock('```\n</details>', 'sh')).toBe('````sh\n```\n</details>\n````')
})

test('our own words keep their code spans and are no markup beside them', () => {
  expect(markdownText('takes `Bearer <key>` or <b>*x*</b>')).toBe('takes `Bearer <key>` or &lt;b&gt;\\*x\\*&lt;/b&gt;')
})

test('a cut text says how long it was, and no character is cut in two', () => {
  expect(shortened('abc', 3)).toBe('abc')
  expect(shortened('abcd', 3)).toBe('abc… (4 characters)')
  expect(shortened('ab😀d', 3).isWellFormed()).toBe(true)
})
