import { expect, test } from 'vitest'
import { requirements } from '../../lib/contract/requirement.ts'
import { assembleReport } from '../../lib/report/assemble-report.ts'
import { badgeSvg } from '../../lib/report/write-reports.ts'
import { finding, record, runFacts } from './prepared.ts'
import { parseXml } from './well-formed-xml.ts'

const evaluations = [...requirements.keys()].map((requirement) => ({ requirement, check: 'all', count: 1 }))

test.for([
  ['contract: conformant', record({ evaluations }), {}],
  ['contract: incomplete', record(), {}],
  ['contract: 1 violated', record({ evaluations, findings: [finding()] }), {}],
  [
    'contract: conformant',
    record({ evaluations, findings: [finding({ requirement: 'AUTH-06' })] }),
    { documentedOnly: true },
  ],
  ['contract: error', record({ evaluations }), { error: 'no answer' }],
] as const)('the badge says %s', ([label, seen, facts]) => {
  const badge = parseXml(badgeSvg(assembleReport(seen, runFacts(facts))))
  expect(badge.name).toBe('svg')
  expect(badge.attributes['aria-label']).toBe(label)
})
