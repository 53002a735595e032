import { describe, expect, test } from 'vitest'
import { isVariantId, type VariantId, variants } from '../../proof/variants/catalogue.ts'
import { skipIdleTimeInThisFile } from '../clock/skip-idle-time.ts'
import { dealVariants, variantIds } from '../../proof/judge/deal-variants.ts'
import { expectNoAccusation } from './expect-no-accusation.ts'
import { proofBudget } from './proof-budget.ts'
import { shuffled } from '../../proof/judge/shuffled.ts'

const size = 20
/** An organization where others are at work all the time: they create, change, delete, and use up the rate limit. */
const busy: readonly VariantId[] = ['others-are-at-work', 'others-use-up-the-limit']

const rounds = [
  { mode: 'read-write', what: 'among themselves', everywhere: [] },
  { mode: 'read-write', what: 'in a busy organization', everywhere: busy },
  { mode: 'read-only', what: 'in a busy organization, with reads only', everywhere: busy },
] as const

/** In each round every variant takes part once, beside others with each seed. The other slow tests try each by itself. */
const dealt = rounds.flatMap(({ mode, what, everywhere }, index) =>
  dealVariants({ seed: proofBudget.seed * rounds.length + index, size, everywhere }).map((group) => ({
    mode,
    group,
    name: `${what}: ${group.join(' ')}`,
  })),
)

// Variants that make checks wait cost no time, and one that closes idle connections meets no client that a busy machine holds up.
skipIdleTimeInThisFile()

describe(`lawful differences, ${variantIds.length} in ${dealt.length} groups, seed ${proofBudget.seed}`, () => {
  test.concurrent.for(shuffled(dealt, proofBudget.seed))('are not accused $name', ({ mode, group }, { task }) =>
    expectNoAccusation(group, task.meta, { mode }),
  )

  test('exclude only such as there are', () => {
    const named = variantIds.flatMap((id) => variants[id].without ?? [])
    expect(named.filter((id) => !isVariantId(id))).toEqual([])
  })
})
