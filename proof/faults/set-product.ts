import type { SQLInputValue } from 'node:sqlite'
import type { Deployment } from '../../reference/service/deployment.ts'

/** Sets columns of a product past all rules. What is so already is left alone, so that it counts as no difference. */
export function setProduct(
  { store }: Pick<Deployment, 'store'>,
  id: string,
  columns: Readonly<Record<string, SQLInputValue>>,
): void {
  for (const [column, value] of Object.entries(columns))
    store.run(`UPDATE products SET ${column} = ? WHERE id = ? AND ${column} IS NOT ?`, value, id, value)
}
