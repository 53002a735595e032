import type { JournalRecord } from '../../lib/checks/journal.ts'
import type { Check } from '../../lib/run/check.ts'
import { createControls } from '../../reference/controls.ts'
import { startChangedReference, type ChangedOptions } from '../start-changed-reference.ts'
import { declaredByVariants } from './declared-by-variants.ts'
import { judgeTarget, type JudgeTargetOptions } from './judge-target.ts'

export interface Judgement {
  readonly record: JournalRecord
  /** How often each fault that was switched on was reached. */
  readonly activations: Readonly<Record<string, number>>
}

export interface JudgeOptions extends Pick<ChangedOptions, 'faults' | 'variants' | 'changes'> {
  readonly checks: readonly Check[]
  readonly seed?: number
  readonly effort?: 'quick' | 'standard' | 'thorough'
  readonly mode?: JudgeTargetOptions['mode']
  readonly openSession?: JudgeTargetOptions['openSession']
  readonly order?: JudgeTargetOptions['order']
  /** Nothing but the own key: no other keys, no controls. */
  readonly isBare?: true
  /** `false` without it: nobody runs the scripts, and of a fault that shows in many places they are a seventh of the work. */
  readonly writesScripts?: boolean
}

/**
 * A person describes an upload while it waits for its description: if faults are judged, that takes so long that a busy machine
 * gets there in time.
 */
const descriptionDelayMs = 450

/** A fault hardly ever makes anything late but by a second: what never comes is waited for that long. */
const latenessOfFaults = 1500

/** Judges a reference of its own, with faults or variants switched on, by the given checks, within this process. */
export async function judgeReference({
  checks,
  seed = 42,
  effort = 'quick',
  mode = 'read-write',
  openSession,
  order,
  isBare,
  writesScripts = false,
  ...switches
}: JudgeOptions): Promise<Judgement> {
  const reference = await startChangedReference({
    seed: 'embedded',
    ...switches,
    ...(switches.faults && { descriptionDelayMs }),
  })
  const keys = isBare ? { own: reference.keys.own } : reference.keys
  const declared = declaredByVariants(switches.variants ?? [])
  try {
    const record = await judgeTarget({
      baseUrl: reference.baseUrl,
      keys,
      ...(declared.controls && !isBare && { controls: createControls(reference.controlUrl) }),
      targetFile: declared.targetFile,
      checks,
      seed,
      effort,
      mode,
      writesScripts,
      ...(switches.faults && { latenessMs: latenessOfFaults }),
      ...(openSession && { openSession }),
      ...(order && { order }),
    })
    return { record, activations: reference.activations() }
  } finally {
    await reference.close()
  }
}
