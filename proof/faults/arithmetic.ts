import type { RuleChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { evaluateExpression } from '../../reference/service/formulas/compute-formula.ts'
import { defineFaults } from './fault.ts'
import { sourceOf, sourcesOf } from './formula-sources.ts'

/** Faults in what an expression comes to. */
export const arithmeticFaults = defineFaults({
  'formula-subtracts-from-the-right': {
    title: 'evaluates the right one of two subtractions first',
    breaks: ['PROP-14'],
    changes: [evaluated((expression) => expression.replace(/^(\S+) - (\S+) - (\S+)$/u, '$1 - ($2 - $3)'))],
  },
  'number-before-a-source-divides-it': {
    title: 'divides instead of multiplying if the number stands before the property',
    breaks: ['PROP-14'],
    changes: [evaluated((expression) => expression.replace(/^(\d+) \* (\S+)$/u, '$2 / $1'))],
  },
  'formulas-are-put-together-as-texts': {
    title: 'inserts a formula into another one without parentheses',
    breaks: ['PROP-14'],
    changes: [
      evaluated((expression, deployment) =>
        expression.replaceAll(
          /@\{([^{}]*)\}/gu,
          (reference, id: string) => sourceOf(deployment, id.trim().toLowerCase())?.expression ?? reference,
        ),
      ),
    ],
  },
  'ratio-of-whole-numbers-is-cut': {
    title: 'drops the fraction of the ratio of two whole numbers',
    breaks: ['PROP-14'],
    changes: [
      replace(evaluateExpression, (sound) => (deployment, expression, quantityById) => {
        const result = sound(deployment, expression, quantityById)
        if (typeof result !== 'number' || !expression.includes('/')) return result
        const isOfWholeNumbers = sourcesOf(expression).every((id) =>
          Number.isInteger(Number(sourceOf(deployment, id)?.value)),
        )
        return isOfWholeNumbers ? Math.trunc(result) : result
      }),
    ],
  },
  'formula-is-computed-from-left-to-right': {
    title: 'adds before it multiplies if the sum stands first',
    breaks: ['PROP-14'],
    changes: [evaluated((expression) => expression.replace(/^(\S+ \+ \S+) \*/u, '($1) *'))],
  },
  'formula-subtracts-nothing-below-zero': {
    title: 'returns no result for a formula that subtracts a negative number',
    breaks: ['PROP-14'],
    changes: [
      evaluated((text, deployment) =>
        Number(sourceOf(deployment, text.split('- @{')[1]?.slice(0, 36) ?? '')?.value) < 0 ? '0 / 0' : text,
      ),
    ],
  },
})

/** Another expression is evaluated than was sent. */
function evaluated(change: (expression: string, deployment: Deployment) => string): RuleChange {
  return replace(
    evaluateExpression,
    (sound) => (deployment, expression, quantityById) =>
      sound(deployment, change(expression, deployment), quantityById),
  )
}
