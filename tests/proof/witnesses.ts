import type { Check } from '../../lib/run/check.ts'
import type { FaultId } from '../../reference/faults/catalogue.ts'
import { judgeReference } from './judge-reference.ts'

/** Checks tried at once: some wait for the target's clock. */
const sideBySide = 4

/**
 * The checks that can see each fault: those of whose requests at least one comes to the fault's switch, found out by
 * running every check by itself, with fixtures of its own, against a sound reference. What comes to no switch of a fault
 * gets the same answers with the fault as without, so a run of the witnesses says all that a run of the whole suite says.
 */
export async function findWitnesses(checks: readonly Check[]): Promise<ReadonlyMap<FaultId, readonly Check[]>> {
  const witnesses = new Map<FaultId, Check[]>()
  const waiting = checks.values()
  const worker = async (): Promise<void> => {
    for (const check of waiting) {
      const asked = new Set<FaultId>()
      await judgeReference({ checks: [check], onFaultAsked: (id) => asked.add(id) })
      for (const id of asked) witnesses.set(id, [...(witnesses.get(id) ?? []), check])
    }
  }
  await Promise.all(Array.from({ length: sideBySide }, worker))
  return witnesses
}
