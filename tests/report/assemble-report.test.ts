import { describe, expect, test } from 'vitest'
import type { UntestedReason } from '../../lib/checks/errors.ts'
import { keepSecret } from '../../lib/client/redactor.ts'
import { requirements, type RequirementId } from '../../lib/contract/requirement.ts'
import { validate } from '../../lib/contract/schema-registry.ts'
import { conformanceJson } from '../../lib/report/conformance-json.ts'
import { mergeRecords } from '../../lib/merge/merge-records.ts'
import { assembleReport } from '../../lib/report/assemble-report.ts'
import type { ConformanceReport, ReportedRequirement } from '../../lib/report/conformance-report.ts'
import { stepsIn } from '../../lib/report/document/shown-finding.ts'
import { baseUrl, exchange, finding, record, runFacts } from './prepared.ts'

const documented = [...requirements.values()].filter(({ kind }) => kind === 'documented')
const allDocumentedEvaluated = documented.map(({ id }) => ({ requirement: id, check: 'all', count: 1 }))

function row(report: ConformanceReport, id: RequirementId): ReportedRequirement {
  const found = report.requirements.find((requirement) => requirement.id === id)
  if (!found) throw new Error(`${id} is not in the report`)
  return found
}

function untested(reason: UntestedReason, parts: { blockedBy?: readonly RequirementId[] } = {}) {
  return { requirement: 'PN-04' as const, check: reason, reason, cause: `enable ${reason}`, ...parts }
}

function staleFor(requirement: string): readonly string[] | undefined {
  const seen = record({ evaluations: [{ requirement: 'PN-01', check: 'a', count: 1 }] })
  const deviation = { requirement, signature: '0123456789ab', reason: 'r', owner: 'o', expires: '2030-05-01' }
  return assembleReport(seen, runFacts({ deviations: [deviation] })).staleDeviations
}

describe('the verdict of a requirement', () => {
  test('a finding makes it violated, whatever else looked', () => {
    const evaluations = [{ requirement: 'PN-04' as const, check: 'another', count: 3 }]
    const report = assembleReport(record({ evaluations, findings: [finding()] }), runFacts())
    expect(row(report, 'PN-04')).toMatchObject({ verdict: 'violated', checks: 2 })
    expect(row(report, 'PN-04').untested).toBeUndefined()
  })

  test('looks without a finding make it conform, beside a check that could not look', () => {
    const evaluations = [{ requirement: 'PN-04' as const, check: 'one', count: 1 }]
    const report = assembleReport(record({ evaluations, untested: [untested('deadline')] }), runFacts())
    expect(row(report, 'PN-04')).toMatchObject({ verdict: 'conforms', checks: 1, findings: [] })
  })

  test('a finding that another violation explains leaves it untested, whatever else looked', () => {
    const evaluations = [{ requirement: 'PN-04' as const, check: 'one', count: 1 }]
    const consequence = {
      ...untested('blocked', { blockedBy: ['PN-01'] }),
      check: 'another',
      isConsequence: true,
    } as const
    const events = [untested('missing-control'), consequence]
    const report = assembleReport(record({ evaluations, untested: events }), runFacts())
    expect(row(report, 'PN-04')).toMatchObject({ verdict: 'untested', untested: { blockedBy: ['PN-01'] } })
    expect(row(report, 'PN-04').untested).not.toHaveProperty('isConsequence')
  })

  test.for([
    [['deadline', 'blocked', 'missing-control'], 'blocked'],
    [['capability-absent', 'missing-fixture'], 'missing-fixture'],
    [['writes-not-allowed', 'capability-absent'], 'capability-absent'],
    [['traces-not-allowed', 'writes-not-allowed'], 'writes-not-allowed'],
    [['deadline', 'traces-not-allowed'], 'traces-not-allowed'],
    [['not-selected', 'deadline'], 'deadline'],
    [['not-written', 'not-selected'], 'not-selected'],
  ] as const)('of the reasons %o it tells %s', ([reasons, told]) => {
    const report = assembleReport(record({ untested: reasons.map((reason) => untested(reason)) }), runFacts())
    expect(row(report, 'PN-04').untested).toEqual({ reason: told, cause: `enable ${told}` })
  })

  test('all that block it are named', () => {
    const events = [untested('blocked', { blockedBy: ['PROD-01'] }), untested('blocked', { blockedBy: ['PN-01'] })]
    const report = assembleReport(record({ untested: events }), runFacts())
    expect(row(report, 'PN-04').untested?.blockedBy).toEqual(['PROD-01', 'PN-01'])
  })

  test('without any event it is not written, or not selected where a selection left it out', () => {
    expect(row(assembleReport(record(), runFacts()), 'PN-04').untested?.reason).toBe('not-written')
    const selected = assembleReport(record(), runFacts({ selected: new Set(['PN-01'] as const) }))
    expect(row(selected, 'PN-04').untested?.reason).toBe('not-selected')
    expect(row(selected, 'PN-01').untested?.reason).toBe('not-written')
  })

  test('an open one is observed, and a finding on it is trouble of the suite', () => {
    const observations = [{ requirement: 'AUTH-27' as const, name: 'bearer', value: '200' }]
    expect(row(assembleReport(record({ observations }), runFacts()), 'AUTH-27').verdict).toBe('observed')
    const judged = assembleReport(record({ findings: [finding({ requirement: 'AUTH-27' })] }), runFacts())
    expect(row(judged, 'AUTH-27')).toMatchObject({ verdict: 'untested', findings: [] })
    expect(judged.verdict).toBe('error')
    expect(judged.problems?.[0]?.text).toContain('AUTH-27')
  })
})

describe('the verdict of the target', () => {
  const everything = record({ evaluations: allDocumentedEvaluated })
  const violated = record({ evaluations: allDocumentedEvaluated, findings: [finding()] })

  test('every documented requirement evaluated and kept is conformant', () => {
    expect(assembleReport(everything, runFacts()).verdict).toBe('conformant')
  })

  test('a documented requirement that nothing evaluated is incomplete', () => {
    expect(assembleReport({ ...everything, evaluations: everything.evaluations.slice(1) }, runFacts()).verdict).toBe(
      'incomplete',
    )
  })

  test('a selection is incomplete', () => {
    const selected = new Set(documented.map(({ id }) => id))
    expect(assembleReport(everything, runFacts({ selected })).verdict).toBe('incomplete')
  })

  test('a transport problem is incomplete, told, and does not hide a violation', () => {
    const transportProblems = [{ check: 'a page', message: 'reset' }]
    const report = assembleReport({ ...everything, transportProblems }, runFacts())
    expect(report).toMatchObject({
      verdict: 'incomplete',
      problems: [
        { kind: 'transport', text: expect.stringMatching(/^the run is incomplete: 1 check /) },
        { kind: 'transport', text: 'a page: reset' },
      ],
    })
    expect(assembleReport({ ...violated, transportProblems }, runFacts()).verdict).toBe('non-conformant')
  })

  test('a violation is non-conformant', () => {
    expect(assembleReport(violated, runFacts()).verdict).toBe('non-conformant')
  })

  test.for([
    [
      'a run that failed',
      record({ findings: [finding()] }),
      runFacts({ error: 'unreachable' }),
      { kind: 'run', text: 'unreachable' },
    ],
    [
      'trouble of the suite',
      { ...violated, harnessProblems: [{ check: 'a', message: 'b' }] },
      runFacts(),
      { kind: 'suite', text: 'a: b' },
    ],
    [
      'a run without an exchange',
      { ...everything, exchanges: 0 },
      runFacts(),
      { kind: 'run', text: 'no request was answered' },
    ],
  ] as const)('%s is an error', ([, seen, run, problem]) => {
    expect(assembleReport(seen, run)).toMatchObject({ verdict: 'error', problems: [problem] })
  })

  test('an implied violation only warns where the documented alone count', () => {
    const seen = { ...everything, findings: [finding({ requirement: 'AUTH-06' })] }
    expect(assembleReport(seen, runFacts()).verdict).toBe('non-conformant')
    const warned = assembleReport(seen, runFacts({ documentedOnly: true }))
    expect(warned.verdict).toBe('conformant')
    expect(row(warned, 'AUTH-06')).toMatchObject({ verdict: 'violated', counts: false })
    expect(assembleReport(violated, runFacts({ documentedOnly: true })).verdict).toBe('non-conformant')
  })
})

describe('deviations', () => {
  const seen = record({ evaluations: allDocumentedEvaluated, findings: [finding()] })
  const { signature = '' } = row(assembleReport(seen, runFacts()), 'PN-04').findings[0] ?? {}
  const entry = { requirement: 'PN-04', signature, reason: 'known to us', owner: 'team', expires: '2030-05-01' }

  test('a listed violation is known and does not count against the target, up to its last day', () => {
    const report = assembleReport(seen, runFacts({ deviations: [entry] }))
    expect(report).toMatchObject({ verdict: 'conformant', summary: { violated: 1, knownDeviations: 1 } })
    expect(row(report, 'PN-04').findings[0]?.known).toEqual({
      reason: 'known to us',
      owner: 'team',
      expires: '2030-05-01',
    })
    expect(report.staleDeviations).toBeUndefined()
  })

  test('another breach of the same requirement still counts', () => {
    const both = { ...seen, findings: [finding(), finding({ fingerprint: 'another' })] }
    const report = assembleReport(both, runFacts({ deviations: [entry] }))
    expect(report).toMatchObject({ verdict: 'non-conformant', summary: { knownDeviations: 0 } })
  })

  test('an expired one counts again and is stale', () => {
    const report = assembleReport(seen, runFacts({ deviations: [{ ...entry, expires: '2030-04-30' }] }))
    expect(report.verdict).toBe('non-conformant')
    expect(report.staleDeviations?.[0]).toContain('expired on 2030-04-30')
  })

  test('one without a requirement, or whose requirement conforms, is stale; one that was not evaluated is not', () => {
    expect(staleFor('PN-999')?.[0]).toContain('the requirement does not exist')
    expect(staleFor('PN-01')?.[0]).toContain('conforms now')
    expect(staleFor('PN-04')).toBeUndefined()
  })
})

describe('findings', () => {
  test('the same finding of several workers is one, with the first evidence and all occurrences', () => {
    const findings = [finding(), finding({ claim: 'seen later', occurrences: 4 }), finding({ fingerprint: 'another' })]
    const merged = mergeRecords(findings.map((one) => record({ findings: [one] })))
    const reported = row(assembleReport(merged, runFacts()), 'PN-04').findings
    expect(reported.map(({ occurrences }) => occurrences)).toEqual([5, 1])
    expect(reported[0]?.claim).toBe(finding().claim)
    expect(reported[0]?.signature).toMatch(/^[0-9a-f]{12}$/)
    expect(reported[0]?.signature).not.toBe(reported[1]?.signature)
  })

  test('every exchange that is compared is kept, and told apart from what led there', () => {
    const led = Array.from({ length: 8 }, () => exchange({ status: 202 }))
    const others = Array.from({ length: 3 }, () => exchange({ status: 201, isCompared: true }))
    const exchanges = [...led, ...others, exchange()]
    const [reported] = row(assembleReport(record({ findings: [finding({ exchanges })] }), runFacts()), 'PN-04').findings
    expect(reported?.exchanges.map(({ status }) => status)).toEqual([
      202,
      202,
      202,
      202,
      201,
      201,
      201,
      exchange().status,
    ])
    const { before, beside } = stepsIn({ exchanges: reported?.exchanges ?? [] }, baseUrl)
    expect(before).toHaveLength(4)
    expect(beside).toHaveLength(3)
  })

  test('at most five exchanges are kept, the judged one last, and the others are the trail', () => {
    const exchanges = [201, 202, 203, 204, 205, 206].map((status) => exchange({ method: 'POST', status }))
    const [reported] = row(assembleReport(record({ findings: [finding({ exchanges })] }), runFacts()), 'PN-04').findings
    expect(reported?.exchanges.map(({ status }) => status)).toEqual([202, 203, 204, 205, 206])
    const { before } = stepsIn({ exchanges: reported?.exchanges ?? [] }, baseUrl)
    expect(before).toHaveLength(4)
    expect(before[0]).toBe('POST /v1/public/products → 202')
    expect(reported?.reproduce).toContain('curl')
  })

  test('more findings than a reader can take are counted, not shown', () => {
    const findings = Array.from({ length: 52 }, (_, index) => finding({ fingerprint: `${index}` }))
    const report = assembleReport(record({ findings }), runFacts())
    expect(row(report, 'PN-04').findings).toHaveLength(50)
    expect(report).toMatchObject({
      verdict: 'non-conformant',
      problems: [{ kind: 'note', text: 'PN-04: 2 more findings are not shown' }],
    })
  })

  test('a key that the target echoes is removed, also where the text is cut', () => {
    const key = 'svc_api_0123456789abcdefghij'
    keepSecret(key)
    const cut = (length: number): string => `${'x '.repeat(length / 2 - 5)}${key}`
    const texts = { received: cut(2000), claim: key, counterexample: key }
    const observations = [{ requirement: 'AUTH-27' as const, name: 'echo', value: cut(500) }]
    const harnessProblems = [{ check: '', message: cut(1000) }]
    const report = assembleReport(
      record({ findings: [finding(texts)], observations, harnessProblems, dialect: { echo: key } }),
      runFacts(),
    )
    const shown = [report.target, row(report, 'PN-04').findings, row(report, 'AUTH-27').observations, report.problems]
    expect(JSON.stringify(shown)).not.toContain('svc_ap')
  })
})

test('the report keeps its schema, with everything in it', () => {
  const full = record({
    evaluations: allDocumentedEvaluated.slice(3),
    findings: [
      finding({ hint: 'look at active numbers', counterexample: '{"q":""}', seed: 7, path: '0:1' }),
      finding({ requirement: 'PROD-01', exchanges: [], reproduce: '' }),
    ],
    untested: [{ ...untested('blocked', { blockedBy: ['PN-01'] }), requirement: 'AUTH-01', needs: 'read' }],
    observations: [{ requirement: 'AUTH-27', name: 'bearer', value: '200' }],
    transportProblems: [{ check: 'a', message: 'reset' }],
    coverage: {
      endpoints: [
        { endpoint: 'getProduct', method: 'GET', path: '/p', exchanges: 2, statuses: [404, 200], medianMs: 1.5 },
      ],
      fields: [{ schema: 'resources/product.json', field: 'name', seen: 2 }],
      enumValues: [{ schema: 'resources/property.json', field: 'type', value: 'text', seen: 1 }],
    },
    dialect: { workspaceParameter: 'workspace_id' },
  })
  const { signature = '' } = row(assembleReport(full, runFacts()), 'PN-04').findings[0] ?? {}
  const deviation = { requirement: 'PN-04', signature, reason: 'r', owner: 'o', expires: '2031-01-01' }
  const deviations = [deviation, { ...deviation, requirement: 'NONE-01' }]
  const report = assembleReport(full, runFacts({ deviations, documentedOnly: true }))
  expect(report.coverage.statuses).toEqual([
    { status: 200, endpoints: ['getProduct'] },
    { status: 404, endpoints: ['getProduct'] },
  ])
  expect(validate('formats/conformance-report.json', JSON.parse(conformanceJson(report)))).toEqual([])
  expect(
    validate('formats/conformance-report.json', { ...JSON.parse(conformanceJson(report)), verdict: 'fine' }),
  ).not.toEqual([])
})
