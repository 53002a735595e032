import { afterAll, test } from 'vitest'
import { obstacleText } from '../checks/errors.ts'
import { redact } from '../client/redactor.ts'
import { requirements } from '../contract/requirement.ts'
import type { Check } from '../run/check.ts'
import { executeCheck } from '../run/execute-check.ts'
import { plannedChecks } from '../run/planned-checks.ts'
import { shardDeal } from '../run/shard-deal.ts'
import { workerSession } from '../run/worker-session.ts'
import { bailing } from './bail.ts'
import { collectChecks } from './collect-checks.ts'

// The only file that vitest runs: it declares every check of the suites as a test, in the order of a run.

const checks = await collectChecks()
const worker = await workerSession()
const { session } = worker
const { shard } = session.configuration

const bailed = session.configuration.bail ? bailing(session) : undefined

for (const { title, verifies } of checks) session.journal.declare({ case: title, requirements: verifies })
const dealt = shard && shardDeal(checks, shard)
for (const check of plannedChecks(checks, session, (one) => dealt?.has(one) ?? true)) declare(check)

afterAll(() => worker.flush())

function declare(check: Check): void {
  worker.declare(check)
  const title = `${check.verifies.join(' ')} ${check.title}`.trimStart()
  test(title, { concurrent: !check.serial, tags: tagsOf(check) }, async (context) => {
    const outcome = await executeCheck(check, session)
    bailed?.()
    worker.flushNow()
    switch (outcome.state) {
      case 'passed':
        return
      case 'violated':
        throw outcome.violation
      case 'untested':
        context.skip(redact(`${outcome.obstacle.reason}: ${obstacleText(outcome.obstacle)}`))
        return
      case 'failed':
        throw outcome.error
    }
  })
}

function tagsOf(check: Check): string[] {
  const ids = [...check.verifies, ...check.covers]
  const areas = ids.map((id) => requirements.get(id)?.area ?? id)
  const kinds = ids.map((id) => requirements.get(id)?.kind ?? 'open')
  const needs = check.needs.flatMap((need) => need.split('|'))
  return [
    ...new Set<string>([...ids, ...areas, ...kinds, ...needs, check.kind, ...(needs.length === 0 ? ['read'] : [])]),
  ]
}
