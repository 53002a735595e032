import { expect, type TestContext } from 'vitest'
import type { Replayed } from '../../lib/replay/replay-findings.ts'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import type { Check } from '../../lib/run/check.ts'
import { type FaultId, faultOf } from '../../proof/faults/catalogue.ts'
import { checksOf } from '../../proof/judge/checks-of.ts'
import { replayFault, type FaultToReplay } from './replay-fault.ts'

/** How often findings were replayed, and what the replays came to, as tests note it for the count at the end. */
export interface ReplayMeta {
  replayed?: Readonly<Record<'faulty' | 'sound', readonly Replayed['word'][]>>
}

declare module 'vitest' {
  interface TaskMeta extends ReplayMeta {}
}

/** Claims that a sound target gives no cause for, by the beginning of what is claimed, and why. */
const undecidable: Readonly<Record<string, string>> = {
  'a published item names the draft in draft_item_id': 'an item in a list of a version need not name its draft',
}

interface DecidedOptions extends Pick<FaultToReplay, 'changes' | 'onCheck'> {
  /** All checks of this kind, and no others, make the report: what a plainer one finds too is then theirs. */
  readonly kind?: Check['kind']
}

/**
 * Expects that each requirement that a fault breaks shows again where the fault is, and that each finding is kept where it is not.
 * Gives the findings. One of several may stay away: where a write to one record changes others, the check that wrote shows it.
 */
export async function expectDecided(
  fault: FaultId,
  { meta }: TestContext['task'],
  { kind, ...options }: DecidedOptions = {},
): ReturnType<typeof replayFault> {
  const all = await collectChecks()
  const checks = kind === undefined ? checksOf(faultOf(fault).breaks, all) : all.filter((check) => check.kind === kind)
  const replayed = await replayFault({ fault, checks, all, ...options })
  const [faulty, sound] = [replayed.faulty, replayed.sound].map((ends) => ends.flatMap(({ outcomes }) => outcomes))
  meta.replayed = { faulty: wordsOf(faulty), sound: wordsOf(sound) }
  expect(replayed.findings).not.toEqual([])
  // What a faulty target does not let go of stays.
  expect(replayed.sound.flatMap(({ left }) => left)).toEqual([])
  const shownAgain = new Set(faulty?.flatMap(({ word, finding }) => (word === 'BREACH' ? [finding.requirement] : [])))
  expect(faulty?.filter((one) => one.word !== 'BREACH' && !isShownElsewhere(one, shownAgain)).map(described)).toEqual(
    [],
  )
  expect(sound?.filter((one) => one.word !== 'KEPT' && !isUndecidable(one)).map(described)).toEqual([])
  return replayed
}

function wordsOf(outcomes: readonly Replayed[] = []): readonly Replayed['word'][] {
  return outcomes.map(({ word }) => word)
}

function isUndecidable({ word, finding: { claim } }: Replayed): boolean {
  return word === 'UNDECIDED' && Object.keys(undecidable).some((beginning) => claim.startsWith(beginning))
}

function isShownElsewhere({ word, finding }: Replayed, shownAgain: ReadonlySet<string>): boolean {
  return word === 'KEPT' && shownAgain.has(finding.requirement)
}

function described({ finding, word, reason }: Replayed): string {
  return `${word} ${finding.requirement} ${finding.claim} [${finding.check}] ${reason}`
}
