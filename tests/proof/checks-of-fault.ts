import type { Check } from '../../lib/run/check.ts'
import { faults, type FaultId } from '../../reference/faults/catalogue.ts'

/** The checks of the requirements that a fault breaks: those that claim something of one, or make its traffic. */
export function checksOfFault(id: FaultId, checks: readonly Check[]): readonly Check[] {
  const broken: ReadonlySet<string> = new Set(faults[id].breaks)
  return checks.filter(({ verifies, covers }) =>
    [...verifies, ...covers].some((requirement) => broken.has(requirement)),
  )
}
