import type { Deployment } from '../deployment.ts'
import { validationError } from '../http/service-error.ts'
import { computeFormula, type Formula } from './compute-formula.ts'
import { ExpressionError, parseExpression } from './parse-expression.ts'
import { showQuantity } from './quantity.ts'

/** Rejects a formula that has no result as it stands now: no arithmetic, unknown sources, a cycle, units that do not go together. */
export function requireComputable(deployment: Deployment, formula: Formula, at: readonly (string | number)[]): void {
  const complaint = complaintAbout(formula.expression ?? '')
  if (complaint !== undefined) throw refused(complaint, at)
  if (showQuantity(computeFormula(deployment, formula)) === null) {
    throw refused('has no result: a source is unknown or no quantity, refers back to it, or units do not match', at)
  }
}

function complaintAbout(expression: string): string | undefined {
  try {
    parseExpression(expression)
    return undefined
  } catch (error) {
    if (error instanceof ExpressionError) return error.message
    throw error
  }
}

function refused(msg: string, at: readonly (string | number)[]): Error {
  return validationError({ loc: [...at, 'expression'], msg, type: 'formula_expression' })
}
