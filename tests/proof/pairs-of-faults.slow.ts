import { expect, test } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { faults, isFaultId, type FaultId, faultOf } from '../../proof/faults/catalogue.ts'
import { skipIdleTimeInThisFile } from '../clock/skip-idle-time.ts'
import { checksOf } from '../../proof/judge/checks-of.ts'
import { datedAnswers } from './dated-answers.ts'
import { judgeReference } from '../../proof/judge/judge-reference.ts'
import { proofBudget } from './proof-budget.ts'
import { shuffled } from '../../proof/judge/shuffled.ts'

skipIdleTimeInThisFile()

const count = 200
/** Of two faults one may keep the other from being met at all, where an endpoint is not served. */
const leastNamed = 0.95

/** What a pair comes to: `undefined` where a fault was never reached beside the other. */
async function namesBoth(pair: readonly [FaultId, FaultId]): Promise<boolean | undefined> {
  const broken = [...new Set(pair.flatMap((id) => faultOf(id).breaks))]
  const checks = checksOf(broken, await collectChecks())
  const { record, activations } = await judgeReference({ checks, faults: pair, changes: [datedAnswers] })
  if (pair.some((id) => (activations[id] ?? 0) === 0)) return undefined
  const named: ReadonlySet<string> = new Set(record.findings.map(({ requirement }) => requirement))
  return pair.every((id) => faultOf(id).breaks.some((requirement) => named.has(requirement)))
}

test(`of two faults in one service neither hides the other, ${count} pairs, seed ${proofBudget.seed}`, async ({
  annotate,
}) => {
  const ids = shuffled(
    Object.keys(faults).filter((id) => isFaultId(id)),
    proofBudget.seed,
  )
  const hidden: string[] = []
  let judged = 0
  for (let index = 0; index < count && proofBudget.skipReason() === undefined; index += 1) {
    const [one, other] = [ids[2 * index], ids[2 * index + 1]]
    if (one === undefined || other === undefined) break
    const both = await namesBoth([one, other])
    if (both === undefined) continue
    judged += 1
    if (!both) hidden.push(`${one} and ${other}`)
  }
  await annotate(
    `${judged} pairs, ${hidden.length} of them with a fault that is not named: ${hidden.join('; ') || 'none'}`,
  )
  expect(hidden.length).toBeLessThanOrEqual((1 - leastNamed) * judged)
})
