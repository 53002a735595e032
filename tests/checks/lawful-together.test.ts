import { expect, test } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import type { RequirementId } from '../../lib/contract/requirement.ts'
import { checksOf } from '../../proof/judge/checks-of.ts'
import { judgeReference } from '../../proof/judge/judge-reference.ts'
import type { VariantId } from '../../proof/variants/catalogue.ts'

interface Together {
  readonly what: string
  readonly requirement: RequirementId
  readonly variants: readonly VariantId[]
}

/** Lawful differences that were accused beside each other, or where checks share what one of them has written. */
const rows: readonly Together[] = [
  {
    what: 'a version that comes a moment late, and its results later still',
    requirement: 'VER-02',
    variants: ['versions-are-there-a-moment-later', 'results-of-versions-come-later'],
  },
  {
    what: 'a generated part number in camel case',
    requirement: 'PN-23',
    variants: ['products-number-themselves', 'part-number-in-camel-case-only'],
  },
  {
    what: 'a part number that is the same without its punctuation',
    requirement: 'PN-01',
    variants: ['part-numbers-ignore-punctuation'],
  },
  {
    what: 'a version that shows nothing under the ids of the draft',
    requirement: 'VER-02',
    variants: ['versions-have-nothing-under-ids-of-the-draft'],
  },
  {
    what: 'an ignored value of a property whose creation answers with its id alone',
    requirement: 'PROP-35',
    variants: ['property-creations-answer-id-and-references', 'updates-ignore-all-but-the-named-fields'],
  },
]

test.each(rows)('$what does not break $requirement', async ({ requirement, variants }) => {
  const checks = checksOf([requirement], await collectChecks())
  const { record } = await judgeReference({ checks, variants, effort: 'thorough' })
  expect(record.findings).toEqual([])
})

test('a version whose items have other ids is judged where a list of items shows them', async () => {
  const checks = checksOf(['VER-02'], await collectChecks())
  const variants = ['versions-have-nothing-under-ids-of-the-draft', 'items-are-listed-as-of-a-version'] as const
  const faults = ['version-shows-the-draft-value'] as const
  const [sound, faulty] = await Promise.all([
    judgeReference({ checks, variants }),
    judgeReference({ checks, variants, faults }),
  ])
  expect(sound.record.findings).toEqual([])
  expect(new Set(faulty.record.findings.map(({ requirement }) => requirement))).toEqual(new Set(['VER-02']))
})
