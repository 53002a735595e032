import { expect, test } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { faults, isFaultId } from '../../reference/faults/catalogue.ts'
import { proofBudget } from '../proof/proof-budget.ts'
import { shuffled } from '../proof/shuffled.ts'
import { scriptVerdicts, type ScriptVerdict } from './script-verdicts.ts'

/** Of each fault, so many findings: several of one fault differ in little. */
const findingsOfAFault = 3

/** Faults that are tried however little time there is. */
const atLeast = 5

/** From so many faults on, one script in forty at most does not decide; of fewer, it may be chance that a few do not. */
const telling = 20

test('no script says PASS of a service with the fault, or BREACH of one without', async ({ annotate }) => {
  const checks = await collectChecks()
  const ids = shuffled(
    Object.keys(faults).filter((id) => isFaultId(id)),
    proofBudget.seed,
  )
  const verdicts: ScriptVerdict[] = []
  let tried = 0
  for (const id of ids) {
    if (tried >= atLeast && proofBudget.skipReason() !== undefined) break
    verdicts.push(...(await scriptVerdicts([id], { checks, most: findingsOfAFault })))
    tried += 1
  }
  const of = (outcome: ScriptVerdict['outcome']): number => verdicts.filter((one) => one.outcome === outcome).length
  const counts = `scripts of ${tried} faults, seed ${proofBudget.seed}: ${of('reproduced')} reproduced, ${of('needs more')} that need more than a script, ${of('undecided')} undecided, ${of('wrong')} wrong`
  await annotate(counts)
  process.stdout.write(`${counts}\n`)
  const wrong = verdicts.filter(({ outcome }) => outcome === 'wrong')
  expect(wrong.map(({ finding, faulty, sound }) => [finding.requirement, finding.check, faulty, sound])).toEqual([])
  expect(tried < telling || of('reproduced') > 40 * of('undecided')).toBe(true)
})
