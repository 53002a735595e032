import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import type { Check } from '../../lib/run/check.ts'
import { faults, isFaultId, faultOf } from '../../proof/faults/catalogue.ts'
import { judgeReference } from '../../proof/judge/judge-reference.ts'

// What one check does to a record that others share, another must not see.

const checks = await collectChecks()
const seed = Number(process.env['PROOF_SEED'] ?? 1)
const aloneTried = 40
const faultsTried = 6

const ofProducts = Object.keys(faults).filter(
  (id) => isFaultId(id) && faultOf(id).breaks.some((requirement) => /^(?:PROD-[45]|PN)/.test(requirement)),
)
const faultsOfProducts =
  fc
    .sample(fc.shuffledSubarray(ofProducts, { minLength: faultsTried, maxLength: faultsTried }), {
      seed,
      numRuns: 1,
    })[0]
    ?.filter((id) => isFaultId(id)) ?? []

function stageOf({ when, serial }: Check): number {
  if (when !== undefined) return when === 'first' ? 0 : 3
  return serial ? 2 : 1
}

/** The checks in an order by chance, but for those that have a place: the first, the serial and the last. */
function shuffled(all: readonly Check[]): readonly Check[] {
  const order = fc.shuffledSubarray([...all], { minLength: all.length, maxLength: all.length })
  return (fc.sample(order, { seed, numRuns: 1 })[0] ?? []).toSorted((one, other) => stageOf(one) - stageOf(other))
}

/** Requirements with a finding, and those that were evaluated. */
async function verdicts(some: readonly Check[], order?: (all: readonly Check[]) => readonly Check[]) {
  const { record } = await judgeReference({ checks: some, ...(order && { order }) })
  const evaluated = new Set(record.evaluations.map(({ requirement, check }) => `${requirement} ${check}`))
  return { findings: record.findings.map(({ requirement, check }) => `${requirement} ${check}`), evaluated }
}

describe('the same verdicts', () => {
  test('whatever the order of the checks', async () => {
    const { findings } = await verdicts(checks, shuffled)
    expect(findings).toEqual([])
  })

  // What a fault does to a product that is lent is not held against the rule of the check that borrows it next.
  test.each(faultsOfProducts)('whatever the order of the checks: %s', async (id) => {
    const { record } = await judgeReference({ checks, faults: [id], order: shuffled })
    expect([...new Set(record.findings.map(({ requirement }) => requirement))].toSorted()).toEqual(
      [...faultOf(id).breaks].toSorted(),
    )
  })

  const sample = fc.sample(fc.shuffledSubarray([...checks], { minLength: aloneTried, maxLength: aloneTried }), {
    seed,
    numRuns: 1,
  })[0]
  test.each(sample ?? [])('alone: $title', async (check) => {
    const { findings, evaluated } = await verdicts([check])
    expect(findings).toEqual([])
    expect(check.verifies.length === 0 || evaluated.size > 0).toBe(true)
  })
})
