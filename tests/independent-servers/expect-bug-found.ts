import { expect } from 'vitest'
import type { Check } from '../../lib/run/check.ts'
import type { ServerBug } from '../../proof/servers/bugs-of-servers.ts'
import { judgeServer, type ServerJudgement } from '../../proof/judge/judge-server.ts'
import { startServer } from '../../proof/servers/start-server.ts'

/** What checks find of an independent server with a bug. */
export function judgeBug({ server, id }: ServerBug, checks: readonly Check[]): Promise<ServerJudgement> {
  return judgeServer(() => startServer(server, [id]), { secondKey: true, checks })
}

/** Expects that a bug was found, and that exactly the requirements that it breaks were named. */
export function expectBugFound({ breaks }: ServerBug, { record, violated }: ServerJudgement): void {
  expect(record.harnessProblems).toEqual([])
  expect(violated).toEqual([...breaks].sort())
}
