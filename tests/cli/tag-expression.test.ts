import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tagExpression } from '../../lib/cli/tag-expression.ts'
import { assembleReport } from '../../lib/report/assemble-report.ts'
import { conformanceJson } from '../../lib/report/conformance-json.ts'
import { finding, record, runFacts } from '../report/prepared.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

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

test('a signature stands for the requirement of that finding of the last run', async () => {
  const directory = temporaryDirectory('signatures-')
  const of = finding({ requirement: 'PN-06' })
  const report = assembleReport(record({ findings: [of] }), runFacts())
  mkdirSync(join(directory, 'previous'))
  writeFileSync(join(directory, 'previous', 'conformance.json'), conformanceJson(report))
  expect(await tagExpression(`${of.signature.toUpperCase()} && !race`, directory)).toBe('PN-06 && !race')
  await expect(tagExpression('0123456789ab', directory)).rejects.toThrow(/no finding .* has the signature 0123456789ab/)
})
