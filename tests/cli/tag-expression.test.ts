import { expect, test } from 'vitest'
import { tagExpression } from '../../lib/cli/tag-expression.ts'

test.each([
  ['pn-06', 'PN-06'],
  ['Pn && !RACE || (Documented && write)', 'PN && !race || (documented && write)'],
  ['nope-01', 'nope-01'],
  ['PN &&', 'PN &&'],
])('%s stands for %s', async (only, expression) => {
  expect(await tagExpression(only)).toBe(expression)
})

test.each(['text:retired', '"text:retired part number"', 'text:"Retired Part Number"'])(
  '%s stands for the requirements whose titles hold it',
  async (only) => {
    const expression = await tagExpression(`${only} && !race`)
    expect(expression).toMatch(/^\((?:[A-Z]+-\d+ \|\| )*[A-Z]+-\d+\) && !race$/)
    expect(expression).toContain('PN-06')
    expect(expression).not.toContain('WS-01')
  },
)

test('a text that no title holds is an error', async () => {
  await expect(tagExpression('text:xyzzy')).rejects.toThrow(/no title of a requirement or check contains "xyzzy"/)
})
