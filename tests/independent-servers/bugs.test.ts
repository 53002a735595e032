import { test } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { checksOf } from '../../proof/judge/checks-of.ts'
import { bugsOfServers } from '../../proof/servers/bugs-of-servers.ts'
import { expectBugFound, judgeBug } from './expect-bug-found.ts'

// By the checks of the requirements that each breaks, or by all where passive checks see it in others' traffic.
test.concurrent.each(bugsOfServers)('$server: $id', async (bug) => {
  const all = await collectChecks()
  const judgement = await judgeBug(bug, checksOf(bug.breaks, all))
  expectBugFound(bug, judgement.violated.length > 0 ? judgement : await judgeBug(bug, all))
})
