import { test } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { checksOf } from '../proof/checks-of.ts'
import { bugsOfServers } from './bugs-of-servers.ts'
import { expectBugFound } from './expect-bug-found.ts'

// By the checks of the requirements that each breaks; the second tier tries all.
test.concurrent.each(bugsOfServers)('$server: $id', async (bug) => {
  await expectBugFound(bug, checksOf(bug.breaks, await collectChecks()))
})
