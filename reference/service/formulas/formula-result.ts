import type { Deployment } from '../deployment.ts'
import { recall, remember } from '../../faults/fault-memory.ts'
import { mathematics } from './mathematics.ts'
import { parseExpression } from './parse-expression.ts'
import { type Quantity, quantityOf, showQuantity } from './quantity.ts'

/** A formula of the draft. */
export interface Formula {
  readonly id: string
  readonly organization_id: string
  readonly expression: string | null
}

/** The result as of now: a number, or a text of number and unit; null where a source is gone or the units do not go together. */
export function formulaResult(deployment: Deployment, formula: Formula): number | string | null {
  return showQuantity(new Calculation(deployment, formula.organization_id).resultOf(formula))
}

interface SourceRow {
  readonly id: string
  readonly type: string
  readonly value: string | null
  readonly display_unit: string | null
  readonly expression: string | null
}

const deepest = 50

/** One computation: every property is computed once, whatever refers to it. */
class Calculation {
  readonly #deployment: Deployment
  readonly #organizationId: string
  readonly #known = new Map<string, Quantity | undefined>()
  readonly #underWay = new Set<string>()
  #isWhole = true

  constructor(deployment: Deployment, organizationId: string) {
    this.#deployment = deployment
    this.#organizationId = organizationId
  }

  resultOf({ id, expression }: Pick<Formula, 'id' | 'expression'>): Quantity | undefined {
    if (expression === null || this.#underWay.has(id) || this.#underWay.size >= deepest) return undefined
    this.#underWay.add(id)
    try {
      return this.#compute(expression)
    } catch {
      return undefined
    } finally {
      this.#underWay.delete(id)
    }
  }

  #compute(expression: string): Quantity | undefined {
    const { tree, sources } = parseExpression(this.#bent(this.#substituted(expression)))
    const scope = new Map<string, Quantity>()
    for (const [name, id] of sources) {
      const quantity = this.#quantityOf(id)
      if (quantity === undefined) return undefined
      scope.set(name, quantity)
    }
    const result: unknown = tree.compile().evaluate(scope)
    const isCut = typeof result === 'number' && !Number.isInteger(result) && expression.includes('/') && this.#isWhole
    if (isCut && this.#deployment.faults.active('ratio-of-whole-numbers-is-cut')) return Math.trunc(result)
    if (typeof result === 'number') return Number.isFinite(result) ? result : undefined
    return mathematics().isUnit(result) ? result : undefined
  }

  #bent(expression: string): string {
    const differences = /^(\S+) - (\S+) - (\S+)$/u
    if (!differences.test(expression)) return expression
    const isBent = this.#deployment.faults.active('formula-subtracts-from-the-right')
    return isBent ? expression.replace(differences, '$1 - ($2 - $3)') : expression
  }

  /** A fault of formulas that are put together as texts. */
  #substituted(expression: string): string {
    if (!this.#deployment.faults.has('formulas-are-put-together-as-texts')) return expression
    return expression.replaceAll(/@\{([^{}]*)\}/gu, (reference, id: string) => {
      const inner = this.#source(id.trim().toLowerCase())?.expression ?? null
      const isInner = inner !== null && this.#deployment.faults.active('formulas-are-put-together-as-texts')
      return isInner ? inner : reference
    })
  }

  #quantityOf(id: string): Quantity | undefined {
    if (this.#known.has(id)) return this.#known.get(id)
    const row = this.#source(id)
    const quantity = row === undefined ? undefined : this.#measure(row)
    this.#known.set(id, quantity)
    return quantity
  }

  #measure(row: SourceRow): Quantity | undefined {
    if (row.type === 'formula') {
      const [first] = row.expression === null ? [] : parseExpression(row.expression).sources.values()
      const { faults } = this.#deployment
      if (first !== undefined && faults.active('formula-in-a-formula-counts-as-its-source'))
        return this.#quantityOf(first)
      return this.#onward(this.resultOf(row))
    }
    const kept = this.#asFirstSeen(row)
    if (kept !== undefined) return kept
    const value: unknown = row.type === 'numeric' && row.value !== null ? JSON.parse(row.value) : undefined
    if (this.#isElsewhere(row) && this.#deployment.faults.active('source-in-another-item-counts-as-zero')) return 0
    if (value === 0 && this.#deployment.faults.active('source-of-zero-passes-for-none')) return undefined
    if (!Number.isInteger(value)) this.#isWhole = false
    return typeof value === 'number' ? quantityOf(value, row.display_unit ?? '-') : undefined
  }

  #isElsewhere({ id }: SourceRow): boolean {
    const { store, faults } = this.#deployment
    if (!faults.has('source-in-another-item-counts-as-zero')) return false
    const itemOf = (property: string | undefined): string | undefined =>
      store.get<{ item_id: string }>('SELECT item_id FROM properties WHERE id = ?', property ?? '')?.item_id
    return itemOf(id) !== itemOf([...this.#underWay].at(-1))
  }

  /** A source with the unit that a fault has kept from the first computation. */
  #asFirstSeen({ id, type, value, display_unit: unit }: SourceRow): Quantity | undefined {
    const { store, faults } = this.#deployment
    const keepsUnit = faults.has('formula-keeps-the-unit-of-its-source')
    if (type !== 'numeric' || value === null || !keepsUnit) return undefined
    const first = recall(store, `unit ${id}`)
    if (first === undefined) remember(store, `unit ${id}`, unit ?? '-')
    if (first === undefined || first.value === (unit ?? '-')) return undefined
    if (!faults.active('formula-keeps-the-unit-of-its-source')) return undefined
    return quantityOf(Number(value), first.value)
  }

  /** A result as another formula goes on with it; a sound service takes it as it is. */
  #onward(result: Quantity | undefined): Quantity | undefined {
    if (result === undefined) return result
    const { faults } = this.#deployment
    const isNumber = typeof result === 'number'
    const value = isNumber ? result : result.toJSON().value
    if (!isNumber && faults.active('formula-in-a-formula-loses-its-unit')) return value
    const rounded = Math.round(value * 100) / 100
    if (rounded === value || !faults.active('formula-in-a-formula-is-rounded')) return result
    return isNumber ? rounded : mathematics().unit(rounded, result.toJSON().unit)
  }

  #source(id: string): SourceRow | undefined {
    const own = this.#sourceIn(id, this.#organizationId)
    if (own !== undefined || !this.#deployment.faults.has('formula-over-foreign-property')) return own
    const foreign = this.#sourceIn(id, null)
    return foreign !== undefined && this.#deployment.faults.active('formula-over-foreign-property') ? foreign : own
  }

  #sourceIn(id: string, organizationId: string | null): SourceRow | undefined {
    return this.#deployment.store.get<SourceRow>(
      `SELECT properties.id, properties.type, properties.value, properties.display_unit, properties.expression
       FROM properties
       JOIN items ON items.id = properties.item_id
       JOIN products ON products.id = items.product_id
       JOIN workspaces ON workspaces.id = products.workspace_id
       WHERE properties.id = ? AND properties.deleted = 0 AND workspaces.organization_id = COALESCE(?, workspaces.organization_id)`,
      id,
      organizationId,
    )
  }
}
