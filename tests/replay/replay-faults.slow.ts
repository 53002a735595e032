import { describe, test } from 'vitest'
import { faults, isFaultId } from '../../proof/faults/catalogue.ts'
import { proofBudget } from '../proof/proof-budget.ts'
import { showsByTheClock } from '../../proof/judge/shows-by-the-clock.ts'
import { shuffled } from '../../proof/judge/shuffled.ts'
import { expectDecided } from './expect-decided.ts'

const sampled = 60
const ids = Object.keys(faults).filter((id) => isFaultId(id))

describe('every finding of a sample of faults is decided by its replay', { concurrent: true }, () => {
  const sample = shuffled(
    ids.filter((id) => !showsByTheClock(id)),
    proofBudget.seed,
  ).slice(0, sampled)
  test.for(sample)('%s', async (fault, { task }) => {
    await expectDecided(fault, task)
  })
})
