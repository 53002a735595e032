import type { Unit } from 'mathjs'
import { mathematics } from './mathematics.ts'

export type Quantity = number | Unit

// How units are written in engineering, if the library writes them otherwise.
const spellings: readonly (readonly [RegExp, string])[] = [
  [/°([CF])/gu, 'deg$1'],
  [/°/gu, 'deg'],
  [/[ΩΩ]/gu, 'ohm'],
  [/[µμ]/gu, 'u'],
  [/²/gu, '^2'],
  [/³/gu, '^3'],
  [/[·⋅]/gu, ' '],
]
const dimensionless: ReadonlySet<string> = new Set(['-', '1', 'unitless', 'dimensionless', 'pcs'])

/** The quantity of a value and its display unit, or undefined if the unit is none that can be computed with. */
export function quantityOf(value: number, displayUnit: string): Quantity | undefined {
  const unit = displayUnit.trim()
  if (dimensionless.has(unit.toLowerCase())) return value
  if (unit === '%') return value / 100
  try {
    return mathematics().unit(value, spelled(unit))
  } catch {
    return undefined
  }
}

function spelled(unit: string): string {
  let text = unit
  for (const [pattern, replacement] of spellings) text = text.replaceAll(pattern, replacement)
  return text
}

/** A result as clients see it: a number, or a text of number and unit; null if there is none. */
export function showQuantity(quantity: Quantity | undefined): number | string | null {
  if (quantity === undefined) return null
  // 14 digits: what lies beyond is the noise of binary fractions.
  if (typeof quantity === 'number') return Number.isFinite(quantity) ? Number(quantity.toPrecision(14)) : null
  return mathematics().format(quantity, { precision: 14 })
}
