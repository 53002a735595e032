import { expect, test } from 'vitest'
import { collectChecks } from '../../../lib/cli/collect-checks.ts'
import { faults, isFaultId } from '../../../proof/faults/catalogue.ts'
import { mostByChance } from '../../proof/most-by-chance.ts'
import { proofBudget } from '../../proof/proof-budget.ts'
import { shuffled } from '../../../proof/judge/shuffled.ts'
import { transcriptVerdicts, type TranscriptVerdict } from './transcript-verdicts.ts'

/** Faults that are tried however little time there is, and at most. */
const [atLeast, atMost] = [5, 60]
/** The share of transcripts that decide nothing: 99 of 600 in ten samples. */
const usuallyUndecided = 0.17
/** From so many on, their lengths are no chance. In ten samples half had at most 50 to 56 lines, nine in ten at most 74 to 100. */
const telling = 40

test('no transcript says KEPT of a service with the fault, or BREACH of one without', async ({ annotate }) => {
  const checks = await collectChecks()
  const known = Object.keys(faults).filter((id) => isFaultId(id))
  const verdicts: Array<TranscriptVerdict & { readonly fault: string }> = []
  let tried = 0
  for (const id of shuffled(known, proofBudget.seed).slice(0, atMost)) {
    if (tried >= atLeast && proofBudget.skipReason() !== undefined) break
    const ofFault = await transcriptVerdicts(id, { checks, most: 1 })
    verdicts.push(...ofFault.map((verdict) => ({ fault: id, ...verdict })))
    tried += 1
  }
  const decided = verdicts.filter(({ outcome }) => outcome === 'decided').length
  const lengths = verdicts.map(({ lines }) => lines).toSorted((one, other) => one - other)
  const [median = 0, most = 0] = [0.5, 0.9].map((part) => lengths[Math.floor(lengths.length * part)])
  const counts = `transcripts of ${tried} faults, seed ${proofBudget.seed}: ${decided} of ${verdicts.length} decide; half have at most ${median} lines, nine in ten at most ${most}`
  await annotate(counts)
  process.stdout.write(`${counts}\n`)
  const wrong = verdicts.filter(({ outcome }) => outcome === 'wrong')
  expect(
    wrong.map(({ fault, finding, faulty, sound }) => [fault, finding.requirement, finding.check, faulty, sound]),
  ).toEqual([])
  expect(verdicts.length - decided).toBeLessThanOrEqual(mostByChance(verdicts.length, usuallyUndecided))
  if (verdicts.length < telling) return
  expect(median).toBeLessThan(70)
  expect(most).toBeLessThan(130)
})
