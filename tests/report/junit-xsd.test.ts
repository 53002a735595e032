import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import type { JournalRecord } from '../../lib/checks/journal.ts'
import { requirements } from '../../lib/contract/requirement.ts'
import { assembleReport } from '../../lib/report/assemble-report.ts'
import { junitXml } from '../../lib/report/junit-xml.ts'
import type { RunFacts } from '../../lib/report/run-facts.ts'
import { exchange, finding, record, runFacts } from './prepared.ts'
import { runDocument } from '../../lib/report/document/run-document.ts'

const schema = readFileSync(new URL('junit.xsd', import.meta.url), 'utf8')
const hostile =
  '</failure>]]>&amp;<!--\u0000\u001b[2J\u0085\ud800\uffff"\'`<?xml?> <!DOCTYPE x [<!ENTITY e SYSTEM "/etc/passwd">]>\r\n\t'
const everyEvaluation = [...requirements.keys()].map((requirement) => ({ requirement, check: 'c', count: 1 }))
const hostileFinding = finding({
  claim: hostile,
  expected: hostile,
  received: hostile,
  hint: hostile,
  counterexample: hostile,
  reproduce: hostile,
  check: hostile,
  exchanges: [exchange({ path: `/${hostile}`, method: hostile })],
})
const known = { reason: hostile, owner: hostile, expires: '2031-01-01' }

const reports: Record<string, [Partial<JournalRecord>, Partial<RunFacts>]> = {
  conformant: [{ evaluations: everyEvaluation }, {}],
  untested: [
    { untested: [{ requirement: 'PN-04', check: hostile, reason: 'missing-fixture', cause: hostile }] },
    { selected: new Set(['PN-04']) },
  ],
  violated: [{ evaluations: everyEvaluation, findings: [hostileFinding, finding({ requirement: 'AUTH-06' })] }, {}],
  'known and warning': [
    { findings: [hostileFinding, finding({ requirement: 'AUTH-06' })] },
    {
      documentedOnly: true,
      deviations: [
        { requirement: 'PN-04', signature: hostileFinding.signature, ...known },
        { requirement: hostile, signature: hostile, ...known },
      ],
    },
  ],
  observed: [{ observations: [{ requirement: 'ERR-22', name: hostile, value: hostile }] }, {}],
  error: [
    { exchanges: 0, harnessProblems: [{ check: hostile, message: hostile }] },
    { error: hostile, target: { ...runFacts().target, name: hostile } },
  ],
}

test.each(Object.entries(reports))(
  'the JUnit report that is %s fits what its readers agree on',
  async (_, [seen, facts]) => {
    const contents = junitXml(runDocument(assembleReport(record(seen), runFacts(facts))))
    const { errors } = await validateXML({ xml: { fileName: 'junit.xml', contents }, schema })
    expect(errors.map(({ message }) => message)).toEqual([])
  },
)

test('the schema refuses what a reader would', async () => {
  const contents = '<testsuites tests="1" failures="x" errors="0"><testsuite name="a"><case/></testsuite></testsuites>'
  const { errors } = await validateXML({ xml: { fileName: 'junit.xml', contents }, schema })
  const messages = errors.map(({ message }) => message).join('\n')
  expect(messages).toContain("'x' is not a valid value")
  expect(messages).toMatch(/attribute 'tests' is required/)
  expect(messages).toMatch(/Element 'case'/)
})
