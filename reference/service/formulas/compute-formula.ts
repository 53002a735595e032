import type { Deployment } from '../deployment.ts'
import { rule } from '../rule.ts'
import { mathematics } from './mathematics.ts'
import { parseExpression } from './parse-expression.ts'
import { type Quantity, quantityOf } from './quantity.ts'

/** A formula of the draft. */
export interface Formula {
  readonly id: string
  readonly organization_id: string
  readonly expression: string | null
}

/** The quantity of the property that a reference in an expression names. */
export type QuantityOfReference = (propertyId: string) => Quantity | undefined

/** A reference in a formula, and how a formula that it may name is computed. */
export interface Reference {
  readonly propertyId: string
  readonly formula: Formula
  readonly compute: (formula: Formula) => Quantity | undefined
}

/** A property that formulas may refer to. */
export interface Source {
  readonly id: string
  readonly organization_id: string
  readonly type: string
  readonly value: string | null
  readonly display_unit: string | null
  readonly expression: string | null
}

const deepest = 50

/** Computes a formula as of now, each property once; undefined if it has no result, refers back to itself or nests too deeply. */
export function computeFormula(deployment: Deployment, formula: Formula): Quantity | undefined {
  const known = new Map<string, Quantity | undefined>()
  const underWay = new Set<string>()
  const compute = (one: Formula): Quantity | undefined => {
    if (one.expression === null || underWay.has(one.id) || underWay.size >= deepest) return undefined
    underWay.add(one.id)
    try {
      return evaluateExpression(deployment, one.expression, (propertyId) => {
        if (!known.has(propertyId)) {
          known.set(propertyId, quantityOfReference(deployment, { propertyId, formula: one, compute }))
        }
        return known.get(propertyId)
      })
    } catch {
      return undefined
    } finally {
      underWay.delete(one.id)
    }
  }
  return compute(formula)
}

/** Evaluates an expression over the properties that it refers to; undefined if one of them is not a quantity. */
export const evaluateExpression = rule(
  (_: Deployment, expression: string, quantityOfReference: QuantityOfReference): Quantity | undefined => {
    const { tree, sources } = parseExpression(expression)
    const scope = new Map<string, Quantity>()
    for (const [name, id] of sources) {
      const quantity = quantityOfReference(id)
      if (quantity === undefined) return undefined
      scope.set(name, quantity)
    }
    const result: unknown = tree.compile().evaluate(scope)
    if (typeof result === 'number') return Number.isFinite(result) ? result : undefined
    return mathematics().isUnit(result) && Number.isFinite(result.toJSON().value) ? result : undefined
  },
)

/** What a reference counts for: a number with its unit, or another formula's result with its own. */
export const quantityOfReference = rule(
  (deployment: Deployment, { propertyId, formula, compute }: Reference): Quantity | undefined => {
    const source = findSource(deployment, propertyId, formula.organization_id)
    if (source?.type === 'formula') return compute(source)
    if (source?.type !== 'numeric' || source.value === null) return undefined
    return quantityOf(Number(source.value), source.display_unit ?? '-')
  },
)

/** The property that a formula of an organization may refer to: a living one of the same organization. */
export const findSource = rule(({ store }: Deployment, id: string, organizationId: string): Source | undefined =>
  store.get<Source>(
    `SELECT properties.id, properties.type, properties.value, properties.display_unit, properties.expression,
       workspaces.organization_id
     FROM properties
     JOIN items ON items.id = properties.item_id
     JOIN products ON products.id = items.product_id
     JOIN workspaces ON workspaces.id = products.workspace_id
     WHERE properties.id = ? AND properties.deleted = 0 AND workspaces.organization_id = ?`,
    id,
    organizationId,
  ),
)
