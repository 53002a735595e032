import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isOfFirstVersion } from '../../lib/checks/signature-of.ts'
import type { JournalRecord } from '../../lib/checks/journal.ts'
import { requirements } from '../../lib/contract/requirement.ts'
import { assembleReport } from '../../lib/report/assemble-report.ts'
import type { ConformanceReport } from '../../lib/report/conformance-report.ts'
import { type Deviation, readDeviations } from '../../lib/config/read-deviations.ts'
import type { RunFacts } from '../../lib/report/run-facts.ts'
import { writeDeviations } from '../../lib/report/write-deviations.ts'
import { ConfigurationError } from '../../lib/config/errors.ts'
import { finding, record, runFacts } from './prepared.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const root = temporaryDirectory('deviations-')

const evaluations = [...requirements.values()]
  .filter(({ kind }) => kind !== 'open')
  .map(({ id }) => ({ requirement: id, check: 'all', count: 1 }))
const reportOf = (parts: Partial<JournalRecord> = {}, facts: Partial<RunFacts> = {}): ConformanceReport =>
  assembleReport(record({ evaluations, ...parts }), runFacts(facts))
const violated = reportOf({ findings: [finding()] })
const listedOne = finding().signature
const entry: Deviation = {
  requirement: 'PN-04',
  signature: listedOne,
  reason: 'agreed with the customers',
  owner: 'catalogue team',
  expires: '2030-05-02',
}

const staleOf = (deviation: Deviation, facts: Partial<RunFacts> = {}): readonly string[] | undefined =>
  reportOf({ findings: [finding()] }, { deviations: [deviation], ...facts }).staleDeviations

let files = 0
function file(text: string | undefined, name = 'deviations.yaml'): string {
  files += 1
  const path = join(mkdtempSync(join(root, `${files}-`)), name)
  if (text !== undefined) writeFileSync(path, text)
  return path
}

describe('what no longer holds fails the run, and the line says what to do', () => {
  test.for([
    ['an expired one', { ...entry, expires: '2030-04-30' }, /expired on 2030-04-30; fix the target, or agree/],
    [
      'one of no requirement',
      { ...entry, requirement: 'PN-999' },
      /the requirement does not exist; remove the entry or correct its id/,
    ],
    ['one of a requirement that conforms', { ...entry, requirement: 'PN-01' }, /conforms now; remove the entry/],
    [
      'one of what the contract leaves open',
      { ...entry, requirement: 'PN-24' },
      /leaves this requirement open.*remove/,
    ],
  ] as const)('%s', ([, deviation, says]) => {
    expect(staleOf(deviation)?.join('\n')).toMatch(says)
    expect(staleOf(deviation)?.[0]).toContain(`${deviation.requirement} ${listedOne} (catalogue team)`)
  })

  test('one that holds up to its last day does not', () => {
    expect(staleOf({ ...entry, expires: '2030-05-01' })).toBeUndefined()
  })

  test('a shard leaves it to the merge whether a requirement conforms', () => {
    const conforming = { ...entry, requirement: 'PN-01' }
    expect(staleOf(conforming, { shard: { index: 1, count: 2 } })).toBeUndefined()
    expect(staleOf(conforming, { missingShards: ['2/2'] })).toBeUndefined()
  })
})

describe('a signature of 0.1.0', () => {
  const first = { ...entry, signature: '0123456789ab' }
  const findings = [finding(), finding({ fingerprint: 'another' }), finding({ requirement: 'PN-05' })]

  test('is told from those of today', () => {
    expect(isOfFirstVersion('0123456789ab')).toBe(true)
    expect(findings.map(({ signature }) => isOfFirstVersion(signature))).toEqual([false, false, false])
    expect(isOfFirstVersion('of no version')).toBe(false)
  })

  test('accepts what is found of its requirement, and nothing else, and says so', () => {
    const { requirements: rows, verdict, problems } = reportOf({ findings }, { deviations: [first] })
    const known = rows.flatMap((row) => row.findings.map((one) => [one.requirement, one.known?.reason]))
    expect(known).toEqual([
      ['PN-04', first.reason],
      ['PN-04', first.reason],
      ['PN-05', undefined],
    ])
    expect(verdict).toBe('non-conformant')
    expect(problems?.map(({ text }) => text).join()).toMatch(/0123456789ab.*--write-deviations/)
  })

  test('is replaced by those of today, and what people have written stays', async () => {
    const path = file(JSON.stringify([first]))
    expect(await writeDeviations(reportOf({ findings }), path)).toContain('2 added, 0 kept, 1 removed')
    expect(readDeviations(path).map(({ reason }) => reason)).toEqual([first.reason, 'to be filled in'])
    expect(readDeviations(path)[0]?.signature).toEqual(findings.slice(0, 2).map(({ signature }) => signature))
  })
})

describe('the findings that an entry accepts', () => {
  const findings = [finding(), finding({ fingerprint: 'another' }), finding({ requirement: 'PN-05' })]
  const [one = finding(), two = finding()] = findings
  const known = (deviation: Deviation): readonly string[] =>
    reportOf({ findings }, { deviations: [deviation] }).requirements.flatMap((row) =>
      row.findings.filter((each) => each.known !== undefined).map((each) => each.signature),
    )

  test('are those of its signature, of its list, or every one of its requirement', () => {
    const { signature: _, ...every } = entry
    expect(known(entry)).toEqual([one.signature])
    expect(known({ ...entry, signature: [one.signature, two.signature] })).toEqual([one.signature, two.signature])
    expect(known(every)).toEqual([one.signature, two.signature])
  })

  test('without a signature, one that is stale is named by its requirement', () => {
    const { signature: _, ...every } = { ...entry, requirement: 'PN-01' }
    expect(staleOf(every)?.[0]).toMatch(/^PN-01 \(catalogue team\): the requirement conforms now/)
  })

  test('are written as one entry a requirement; each says where it is, what was claimed and what came', async () => {
    const path = file(undefined)
    expect(await writeDeviations(reportOf({ findings }), path)).toContain('2 added')
    expect(readDeviations(path).map(({ requirement, signature }) => [requirement, signature])).toEqual([
      ['PN-04', [one.signature, two.signature]],
      ['PN-05', findings[2]?.signature],
    ])
    expect(readFileSync(path, 'utf8')).toMatch(/# POST \/v1\/public\/products: .+: expected 409, received 201\n/)
  })

  test('are left out of a list when they are gone; comments and other entries stay', async () => {
    const path = file(`- requirement: PN-04 # asked by Kim
  signature:
    - ${one.signature}
    - ${two.signature} # the copy
  reason: agreed with the customers
  owner: catalogue team
  expires: 2030-05-02\n`)
    expect(await writeDeviations(reportOf({ findings: [two] }), path)).toContain('0 added, 1 kept, 0 removed')
    expect(readDeviations(path)[0]?.signature).toEqual([two.signature])
    expect(readFileSync(path, 'utf8')).toMatch(/# asked by Kim\n[^]*# the copy\n/)
  })

  test('of an entry without a signature need no other', async () => {
    const { signature: _, ...every } = entry
    const path = file(JSON.stringify([every]), 'deviations.json')
    expect(await writeDeviations(reportOf({ findings: [one, two] }), path)).toContain('0 added, 1 kept, 0 removed')
    expect(readDeviations(path)).toEqual([every])
  })
})

describe('today’s violations', () => {
  test('make a file that is accepted on day one, and says what each entry is about', async () => {
    const path = file(undefined)
    expect(await writeDeviations(violated, path)).toContain('1 added, 0 kept, 0 removed')
    const deviations = readDeviations(path)
    expect(deviations).toEqual([
      {
        requirement: 'PN-04',
        signature: entry.signature,
        reason: 'to be filled in',
        owner: 'to be filled in',
        expires: '2030-07-30',
      },
    ])
    expect(readFileSync(path, 'utf8')).toContain('expected 409, received 201')
    const accepted = reportOf({ findings: [finding()] }, { deviations })
    expect(accepted).toMatchObject({ verdict: 'conformant', summary: { knownDeviations: 1 } })
  })

  test('are written as JSON where the file is named so', async () => {
    const path = file(undefined, 'deviations.json')
    await writeDeviations(violated, path)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject([{ requirement: 'PN-04' }])
    expect(readDeviations(path)).toHaveLength(1)
  })

  test('leave what people have written as it is, comments included', async () => {
    const path = file(`# ours\n- requirement: PN-04 # asked by Kim
  signature: ${listedOne}
  reason: agreed with the customers
  owner: catalogue team
  expires: 2030-05-02\n`)
    const both = reportOf({ findings: [finding(), finding({ fingerprint: 'another' })] })
    expect(await writeDeviations(both, path)).toContain('1 added, 1 kept, 0 removed')
    expect(readFileSync(path, 'utf8')).toMatch(/^# ours\n- requirement: PN-04 # asked by Kim/)
    expect(readDeviations(path)).toEqual([entry, expect.objectContaining({ reason: 'to be filled in' })])
    const before = readFileSync(path, 'utf8')
    await writeDeviations(both, path)
    expect(readFileSync(path, 'utf8')).toBe(before)
  })

  test('remove an entry that is no longer true, and keep one that nothing evaluated', async () => {
    const entries = [
      { ...entry, requirement: 'PN-01' },
      { ...entry, signature: 'gone' },
      { ...entry, requirement: 'PN-999' },
      { ...entry, requirement: 'PN-06' },
    ]
    const path = file(JSON.stringify(entries))
    const unseen = {
      evaluations: evaluations.filter(({ requirement }) => requirement !== 'PN-06'),
      findings: [finding()],
    }
    expect(await writeDeviations(reportOf(unseen), path)).toContain('1 added, 1 kept, 3 removed')
    expect(readDeviations(path).map(({ requirement, signature }) => [requirement, signature])).toEqual([
      ['PN-06', entry.signature],
      ['PN-04', entry.signature],
    ])
  })

  test('of a part of the run keep what the other parts may have seen', async () => {
    const path = file(JSON.stringify([{ ...entry, signature: 'of a check that was left out' }]))
    const selected = new Set(['PN-04'] as const)
    await writeDeviations(assembleReport(record({ findings: [finding()] }), runFacts({ selected })), path)
    expect(readDeviations(path)).toHaveLength(2)
  })

  test('are an empty list where nothing is violated', async () => {
    const path = file(JSON.stringify([entry]))
    await writeDeviations(reportOf(), path)
    expect(readDeviations(path)).toEqual([])
    await writeDeviations(violated, path)
    expect(readDeviations(path)).toHaveLength(1)
  })

  test('of a run that failed are not written', async () => {
    const path = file(undefined)
    expect(await writeDeviations(reportOf({}, { error: 'unreachable' }), path)).toContain('is unchanged')
    expect(existsSync(path)).toBe(false)
  })

  test('are not written over a file of another kind', async () => {
    const path = file('name: staging\n')
    await expect(writeDeviations(violated, path)).rejects.toThrow(ConfigurationError)
    expect(readFileSync(path, 'utf8')).toBe('name: staging\n')
  })

  test('hold nothing that a target says as more than a comment', async () => {
    const path = file(undefined)
    const hostile = { expected: 'x\n- requirement: PN-01', received: '\u001B[2J\u2028- a: b' }
    await writeDeviations(reportOf({ findings: [finding(hostile)] }), path)
    expect(readDeviations(path)).toHaveLength(1)
    expect(readFileSync(path, 'utf8')).not.toContain('\u001B')
  })
})
