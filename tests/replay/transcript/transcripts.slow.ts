import { expect, test } from 'vitest'
import { collectChecks } from '../../../lib/cli/collect-checks.ts'
import { faults, isFaultId } from '../../../proof/faults/catalogue.ts'
import { proofBudget } from '../../proof/proof-budget.ts'
import { shuffled } from '../../../proof/judge/shuffled.ts'
import { transcriptVerdicts, type TranscriptVerdict } from './transcript-verdicts.ts'

/** Faults that are tried however little time there is, and at most. */
const [atLeast, atMost] = [5, 60]
/** From so many on, the share of those that decide, and their lengths, are no chance. */
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
  if (verdicts.length < telling) return
  expect({ decided: decided / verdicts.length, median, most }).toEqual({
    decided: expect.toSatisfy((share: number) => share >= 0.8),
    median: expect.toSatisfy((lines: number) => lines < 60),
    most: expect.toSatisfy((lines: number) => lines < 100),
  })
})
