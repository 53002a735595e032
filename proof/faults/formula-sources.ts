import type { Deployment } from '../../reference/service/deployment.ts'
import type { Source } from '../../reference/service/formulas/compute-formula.ts'
import { parseExpression } from '../../reference/service/formulas/parse-expression.ts'

/** A property that formulas may refer to, with its place. */
export interface SourceOnItem extends Source {
  readonly item_id: string
}

/** The ids that an expression names. */
export function sourcesOf(expression: string): readonly string[] {
  return expression === '' ? [] : [...parseExpression(expression).sources.values()]
}

/** A property by its id, whoever's it is. */
export function sourceOf({ store }: Deployment, id: string): SourceOnItem | undefined {
  return store.get<SourceOnItem>('SELECT * FROM properties WHERE id = ?', id)
}
