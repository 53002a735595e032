import { afterAll, test } from 'vitest'
import { obstacleText } from '../checks/errors.ts'
import { redact } from '../client/redactor.ts'
import { requirements } from '../contract/requirement.ts'
import type { Check } from '../run/check.ts'
import { executeCheck } from '../run/execute-check.ts'
import { plannedChecks } from '../run/planned-checks.ts'
import { shardDeal } from '../run/shard-deal.ts'
import { workerSession } from '../run/worker-session.ts'
import { collectChecks } from './collect-checks.ts'
import { readAcceptedDeviations } from '../config/read-deviations.ts'
import { accepts, isExpired } from '../report/known-deviations.ts'

// The only file that vitest runs: it declares every check of the suites as a test, in the order of a run.

const checks = await collectChecks()
const worker = await workerSession()
const { session } = worker
const { shard } = session.configuration

const bailed = session.configuration.bail ? bailing() : undefined

for (const { title, verifies } of checks) session.journal.declare({ case: title, requirements: verifies })
const dealt = shard && shardDeal(checks, shard)
for (const check of plannedChecks(checks, session, (one) => dealt?.has(one) ?? true)) declare(check)

// A shard may have no check of a small selection: then no test runs, and no hook.
worker.flush()
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

/** Called after each check of a run with `--bail`: ends the run at the first violation that would fail it. */
function bailing(): () => void {
  const { deviations, documentedOnly } = session.configuration
  const today = new Date().toISOString().slice(0, 10)
  const accepted = deviations === undefined ? [] : readAcceptedDeviations(deviations)
  const valid = accepted.filter((deviation) => !isExpired(deviation, today))
  return () => {
    if (session.isStopped || !session.hasFindings) return
    const first = session.journal.standing().find((finding) => {
      const kind = requirements.get(finding.requirement)?.kind ?? 'open'
      const counts = documentedOnly ? kind === 'documented' : kind !== 'open'
      return counts && !valid.some((deviation) => accepts(deviation, finding))
    })
    if (first) session.stop(`the run ended at the first violated requirement, ${first.requirement} (--bail)`)
  }
}
