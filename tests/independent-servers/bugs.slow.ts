import { describe, test } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { proofBudget } from '../proof/proof-budget.ts'
import { shuffled } from '../../proof/judge/shuffled.ts'
import { bugsOfServers } from '../../proof/servers/bugs-of-servers.ts'
import { expectBugFound, judgeBug } from './expect-bug-found.ts'

describe(`bugs of independent servers by all checks, seed ${proofBudget.seed}`, () => {
  test.concurrent.for(shuffled(bugsOfServers, proofBudget.seed))('$server: $id', async (bug) => {
    expectBugFound(bug, await judgeBug(bug, await collectChecks()))
  })
})
