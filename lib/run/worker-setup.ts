import { obstacleText } from '../checks/errors.ts'
import { afterAll, test } from 'vitest'
import { redact } from '../client/redactor.ts'
import { requirements } from '../contract/requirement.ts'
import type { Check } from './check.ts'
import { executeCheck } from './execute-check.ts'
import { registerWith } from './register.ts'
import { shardDeal } from './shard-deal.ts'
import { workerSession } from './worker-session.ts'

const worker = await workerSession()

const { shard } = worker.session.configuration
const isOurs = shard === undefined ? () => true : shardDeal(shard)

registerWith((check) => {
  worker.session.journal.declare({ case: check.title, requirements: check.verifies })
  if (!isOurs(check)) return
  worker.declare(check)
  const title = `${check.verifies.join(' ')} ${check.title}`.trimStart()
  test(title, { concurrent: !check.serial, tags: tagsOf(check) }, async (context) => {
    const outcome = await executeCheck(check, worker.session)
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
})

afterAll(() => worker.flush())

function tagsOf(check: Check): string[] {
  const ids = [...check.verifies, ...check.covers]
  const areas = ids.map((id) => requirements.get(id)?.area ?? id)
  const kinds = ids.map((id) => requirements.get(id)?.kind ?? 'open')
  const needs = check.needs.flatMap((need) => need.split('|'))
  return [
    ...new Set<string>([...ids, ...areas, ...kinds, ...needs, check.kind, ...(needs.length === 0 ? ['read'] : [])]),
  ]
}
