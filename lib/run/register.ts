import type { RequirementId } from '../contract/requirement.ts'
import type { Check, CheckContext, CheckOptions } from './check.ts'

export type Registrar = (check: Check) => void

let registrar: Registrar | undefined

/** Sets the receiver of the checks that the suites declare: vitest in a run, a plain list in the proof of faults. */
export function registerWith(taker: Registrar): void {
  registrar = taker
}

/** Passes a declared check to the collector, with defaults for omitted options. */
export function register<Id extends RequirementId>(
  kind: Check['kind'],
  title: string,
  options: CheckOptions<Id>,
  run: (context: CheckContext<Id>) => Promise<void>,
): void {
  if (!registrar) throw new Error(`nobody collects checks: "${title}" was declared outside of a run`)
  const { verifies, needs = [], covers = [], serial = false, when, uncertain } = options
  registrar({ title, kind, verifies, needs, covers, serial, when, uncertain, run })
}
