import { beforeEach } from 'vitest'
import { proofBudget } from './proof-budget.ts'

// For every test of the second tier, whatever it is about.
beforeEach(({ skip }) => {
  const reason = proofBudget.skipReason()
  if (reason !== undefined) skip(reason)
})
