import type { Check } from './check.ts'

export type Registrar = (check: Check) => void

let registrar: Registrar | undefined

/** Says who takes the checks that the suites declare: vitest in a run, a plain list in the proof of faults. */
export function registerWith(taker: Registrar): void {
  registrar = taker
}

/** Hands a declared check to whoever collects them. */
export function register(check: Check): void {
  if (!registrar) throw new Error(`nobody collects checks: "${check.title}" was declared outside of a run`)
  registrar(check)
}
