import { expect, test } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { faults, isFaultId, type FaultId, faultOf } from '../../proof/faults/catalogue.ts'
import { skipIdleTimeInThisFile } from '../clock/skip-idle-time.ts'
import { checksOf } from '../../proof/judge/checks-of.ts'
import { datedAnswers } from './dated-answers.ts'
import { judgeReference } from '../../proof/judge/judge-reference.ts'
import { mostByChance } from './most-by-chance.ts'
import { proofBudget } from './proof-budget.ts'
import { shuffled } from '../../proof/judge/shuffled.ts'

skipIdleTimeInThisFile()

/** So few that a sample has time for the files after it; each seed draws others. */
const count = 50
/** The share of pairs that hide a fault: most of them are of one list or one record in which both faults show. */
const usuallyHidden = 0.015

type Pair = readonly [FaultId, FaultId]

/** What became of pairs of faults, as the test notes it for the count at the end. */
interface PairsMeta {
  pairs?: Record<'named' | 'hidden' | 'unmet', string[]>
}

declare module 'vitest' {
  interface TaskMeta extends PairsMeta {}
}

/** Two faults that replace one function of the service are one fault: the outer replacement decides. */
function areAtOnePlace([one, other]: Pair): boolean {
  return replacedBy(one).some((rule) => replacedBy(other).includes(rule))
}

function replacedBy(id: FaultId) {
  return faultOf(id).changes.flatMap((change) => (change.place === 'rule' ? [change.rule] : []))
}

/**
 * What a pair comes to: `hidden` if a check found a fault, and the run took the finding for a consequence of the other fault.
 * `unmet` if no check found or reached it beside the other fault: where creations are rejected, or an endpoint is not served, its
 * checks cannot see it.
 */
async function judgePair(pair: Pair): Promise<'named' | 'hidden' | 'unmet'> {
  const checks = checksOf([...new Set(pair.flatMap((id) => faultOf(id).breaks))], await collectChecks())
  const { record, activations } = await judgeReference({ checks, faults: pair, changes: [datedAnswers] })
  const named: ReadonlySet<string> = new Set(record.findings.map(({ requirement }) => requirement))
  const explained: ReadonlySet<string> = new Set(
    record.untested.filter(({ isConsequence }) => isConsequence).map(({ requirement }) => requirement),
  )
  const unnamed = pair.filter((id) => faultOf(id).breaks.every((broken) => !named.has(broken)))
  if (unnamed.length === 0) return 'named'
  const isHidden = (id: FaultId): boolean =>
    (activations[id] ?? 0) > 0 && faultOf(id).breaks.some((broken) => explained.has(broken))
  return unnamed.some(isHidden) ? 'hidden' : 'unmet'
}

test(`of two faults in one service neither hides the other, ${count} pairs, seed ${proofBudget.seed}`, async ({
  task,
}) => {
  const ids = shuffled(
    Object.keys(faults).filter((id) => isFaultId(id)),
    proofBudget.seed,
  )
  const pairs = ids.slice(0, count).flatMap((one, index): readonly Pair[] => {
    const other = ids[count + index]
    return other === undefined ? [] : [[one, other]]
  })
  const judged: Required<PairsMeta>['pairs'] = { named: [], hidden: [], unmet: [] }
  task.meta.pairs = judged
  for (const pair of pairs.filter((one) => !areAtOnePlace(one)))
    if (proofBudget.skipReason() === undefined) judged[await judgePair(pair)].push(pair.join(' and '))
  const { named, hidden } = judged
  // Of 50 pairs 4: three samples of five show it if one pair of ten hides a fault, and nearly all if one of five.
  expect(hidden.slice(mostByChance(named.length + hidden.length, usuallyHidden))).toEqual([])
})
