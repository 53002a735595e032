import { type FaultId, faultOf } from '../faults/catalogue.ts'
import type { Fault } from '../faults/fault.ts'

/** Whether a fault shows in windows of time, or in what comes later. */
export function showsByTheClock(id: FaultId): boolean {
  const fault: Fault = faultOf(id)
  return fault.byTheClock === true || fault.breaks.some((requirement) => /^(?:RATE|AI)-/.test(requirement))
}
