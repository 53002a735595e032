import type { Deployment } from '../deployment.ts'
import { rule } from '../rule.ts'
import { computeFormula, type Formula } from './compute-formula.ts'
import { showQuantity } from './quantity.ts'

/** The result as of now: a number, or a text of number and unit; null if a source is gone or the units do not go together. */
export const formulaResult = rule((deployment: Deployment, formula: Formula): number | string | null =>
  showQuantity(computeFormula(deployment, formula)),
)
