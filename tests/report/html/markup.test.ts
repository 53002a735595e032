import { expect, test } from 'vitest'
import { escapeHtml, html, prose } from '../../../lib/report/html/markup.ts'

test.for([
  ['an element', '<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['the end of an attribute', '" onfocus="x\' y', '&quot; onfocus=&quot;x&apos; y'],
  ['a reference', '&lt;&amp;', '&amp;lt;&amp;amp;'],
  ['a null byte and an escape', 'a\u0000\u001b[2J', 'a\\u0000\\u001b[2J'],
  ['text that runs backwards', 'a\u202eb', 'a\\u202eb'],
  ['half a character', 'a\ud800b', 'a\ufffdb'],
  ['what is no character', 'a\ufffe\ufdd0b', 'a\ufffd\ufffdb'],
] as const)('%s is text of the page', ([, hostile, harmless]) => {
  expect(escapeHtml(hostile)).toBe(harmless)
  expect(html`<p title="${hostile}">${[hostile]}</p>`.text).toBe(`<p title="${harmless}">${harmless}</p>`)
})

test('markup in markup is not escaped again, and nothing stands for nothing', () => {
  const inner = html`<b>${'<'}</b>`
  expect(html`${inner}${[inner, 1]}${undefined}${false}${0}`.text).toBe('<b>&lt;</b><b>&lt;</b>10')
})

test('a text that looks like markup of ours is text', () => {
  const forged = { text: '<b>' }
  // @ts-expect-error only the tag makes markup
  expect(() => html`${forged}`.text).toThrow(TypeError)
})

test('code is marked by backquotes, and one too many marks nothing', () => {
  expect(prose('takes `<a>` or <b>').text).toBe('takes <code>&lt;a&gt;</code> or &lt;b&gt;')
  expect(prose('a ` b').text).toBe('a ` b')
})
