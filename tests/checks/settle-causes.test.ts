import { describe, expect, test } from 'vitest'
import type { Finding } from '../../lib/checks/finding.ts'
import { settleCauses } from '../../lib/checks/settle-causes.ts'
import { finding, record } from '../report/prepared.ts'

type Symptom = Finding['symptom']

/** Which requirements are violated where `PN-05` is found with a symptom, and `PN-04`, which may be its cause, with another. */
function violatedWith(cause: Symptom, found: Symptom): readonly string[] {
  const of = (symptom: Symptom) => (symptom === undefined ? {} : { symptom })
  const settled = settleCauses(
    record({
      findings: [
        finding({ requirement: 'PN-05', check: 'a race', causedBy: ['PN-04'], ...of(found) }),
        finding({ requirement: 'PN-04', check: 'a plain check', ...of(cause) }),
      ],
    }),
  )
  return settled.findings.map(({ requirement }) => requirement).sort()
}

describe('a violation explains another one', () => {
  test.for<[string, Symptom, Symptom, readonly string[]]>([
    ['where nothing is known of how they show', undefined, undefined, ['PN-04']],
    ['where neither is a refusal, nor about some fields', { refusals: [] }, { refusals: [] }, ['PN-04']],
    [
      'where it is a refusal that the other has met',
      { refusal: 500, refusals: [500] },
      { refusals: [404, 500] },
      ['PN-04'],
    ],
    [
      'but not where the other has met no such refusal',
      { refusal: 500, refusals: [404, 500] },
      { refusals: [404] },
      ['PN-04', 'PN-05'],
    ],
    [
      'where a field of it is one of the other',
      { refusals: [], fields: ['name', 'value'] },
      { refusals: [], fields: ['value'] },
      ['PN-04'],
    ],
    [
      'but not where it is about other fields',
      { refusals: [], fields: ['references'] },
      { refusals: [], fields: ['value'] },
      ['PN-04', 'PN-05'],
    ],
    [
      'where it is about pages of the same list',
      { refusals: [], pagesOf: 'listItems' },
      { refusals: [], pagesOf: 'listItems' },
      ['PN-04'],
    ],
    [
      'but not where it is about pages of another list',
      { refusals: [], pagesOf: 'listItems' },
      { refusals: [], pagesOf: 'listProducts' },
      ['PN-04', 'PN-05'],
    ],
    ['where the other is about whole records', { refusals: [], fields: ['references'] }, { refusals: [] }, ['PN-04']],
  ])('%s', ([, cause, found, violated]) => {
    expect(violatedWith(cause, found)).toEqual(violated)
  })
})

/** Which requirements are violated where reads are late with a symptom, and `PN-02` is found with another. */
function violatedBeside(late: Symptom, told: Symptom): readonly string[] {
  const of = (symptom: Symptom) => (symptom === undefined ? {} : { symptom })
  const settled = settleCauses(
    record({
      findings: [
        finding({ requirement: 'PN-02', check: 'a plain check', ...of(told) }),
        finding({ requirement: 'GEN-06', check: 'a look at the next read', ...of(late) }),
      ],
    }),
  )
  return settled.findings.map(({ requirement }) => requirement).sort()
}

describe('reads that lag behind writes', () => {
  const stale = { refusals: [], stale: 'getProduct' } as const

  test('explain what is told of such a read, whatever its check names as causes', () => {
    expect(violatedBeside(stale, stale)).toEqual(['GEN-06'])
  })

  test('and nothing that is told of other reads, or of one that shows the write', () => {
    expect(violatedBeside({ refusals: [], stale: 'getItem' }, stale)).toEqual(['GEN-06', 'PN-02'])
    expect(violatedBeside(stale, { refusals: [] })).toEqual(['GEN-06', 'PN-02'])
  })
})
