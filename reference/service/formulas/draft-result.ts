import type { Deployment } from '../deployment.ts'
import { recall, remember } from '../../faults/fault-memory.ts'
import { type Formula, formulaResult } from './formula-result.ts'

/** The result of a formula of the draft, computed when it is read. */
export function draftResult(deployment: Deployment, formula: Formula): unknown {
  const { store, faults, variants } = deployment
  if (variants.chosen('results-with-raised-powers')) return raised(formulaResult(deployment, formula))
  if (faults.has('formula-over-a-formula-stays-as-first-read')) return firstRead(deployment, formula)
  if (!faults.has('formula-stays-as-first-computed')) return formulaResult(deployment, formula)
  const first = recall(store, `result ${formula.id}`)
  if (first === undefined) return formulaResult(deployment, formula)
  faults.active('formula-stays-as-first-computed')
  return JSON.parse(first.value)
}

/** Keeps the result of a formula over a formula from its first read on. */
function firstRead(deployment: Deployment, formula: Formula): unknown {
  const { store, faults } = deployment
  const source = /@\{([^{}]*)\}/u.exec(formula.expression ?? '')?.[1] ?? ''
  const isNested = store.get("SELECT 1 FROM properties WHERE id = ? AND type = 'formula'", source) !== undefined
  const result = formulaResult(deployment, formula)
  if (!isNested) return result
  const first = recall(store, `first read ${formula.id}`)
  if (first === undefined) remember(store, `first read ${formula.id}`, JSON.stringify(result))
  const isKept = first !== undefined && faults.active('formula-over-a-formula-stays-as-first-read')
  return isKept ? JSON.parse(first.value) : result
}

/** Remembers the result of a new formula for the fault that never computes it again. */
export function keepFirstResult(deployment: Deployment, formula: Formula): void {
  if (!deployment.faults.has('formula-stays-as-first-computed')) return
  remember(deployment.store, `result ${formula.id}`, JSON.stringify(formulaResult(deployment, formula)))
}

function raised(result: number | string | null): number | string | null {
  return typeof result === 'string' ? result.replaceAll('^2', '²').replaceAll('^3', '³') : result
}
