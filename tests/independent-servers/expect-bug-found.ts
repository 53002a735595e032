import { expect } from 'vitest'
import type { Check } from '../../lib/run/check.ts'
import type { ServerBug } from './bugs-of-servers.ts'
import { judgeServer } from './judge-server.ts'
import { startServer } from './start-server.ts'

/** Expects that these checks find a bug of an independent server, and name exactly the requirements that it breaks. */
export async function expectBugFound({ server, id, breaks }: ServerBug, checks: readonly Check[]): Promise<void> {
  const { record, violated } = await judgeServer(() => startServer(server, [id]), { secondKey: true, checks })
  expect(record.harnessProblems).toEqual([])
  expect(violated).toEqual([...breaks].sort())
}
