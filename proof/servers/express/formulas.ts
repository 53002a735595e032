import { compute, written, type Quantity } from '../quantity.ts'
import type { ExpressBug } from './bugs.ts'
import type { PropertyRow, Tables } from './database.ts'

/** The quantity that a property stands for. Throws where it stands for none. */
export function quantityOf(db: Tables, id: string, seen: readonly string[] = []): Quantity {
  const row = db.properties.get(id)
  if (!row || seen.includes(id)) throw new Error('no such property')
  if (row.formula !== undefined) return compute(row.formula, (next) => quantityOf(db, next, [...seen, id]))
  if (typeof row.value !== 'number') throw new Error('not a number')
  return { value: row.value, units: row.displayUnit === undefined ? {} : { [row.displayUnit]: 1 } }
}

/** The result as it is now, or as it was last. */
export function resultOf(db: Tables, row: PropertyRow, bugs: ReadonlySet<ExpressBug>): unknown {
  if (bugs.has('formula-stale') && row.value !== null) return row.value
  try {
    const quantity = quantityOf(db, row.id)
    row.value = bugs.has('formula-without-unit') ? quantity.value : written(quantity)
  } catch {
    // A source is gone.
  }
  return row.value
}
