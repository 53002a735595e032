import type { FaultId } from './catalogue.ts'
import type { FaultSwitch } from './fault-switch.ts'

/** One way in which a faulty service shows something wrongly: where it does, and which fields it replaces. */
export interface Disfigurement<Shown> {
  readonly id: FaultId
  readonly when: (shown: Shown) => boolean
  /** Undefined leaves a field out. */
  readonly change: (shown: Shown) => Readonly<Record<string, unknown>>
}

/** What is shown, or what a fault makes of it. */
export function disfigure<Shown extends { readonly resource: object }>(
  faults: FaultSwitch,
  shown: Shown,
  ways: readonly Disfigurement<Shown>[],
): object {
  const way = ways.find(({ id, when }) => faults.has(id) && when(shown) && faults.active(id))
  return way === undefined ? shown.resource : { ...shown.resource, ...way.change(shown) }
}
