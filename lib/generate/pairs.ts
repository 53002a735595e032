import { createRequire } from 'node:module'
import type { make } from 'covertable'

// A CommonJS bundle whose exports Node and Vite read differently; `require` gives both the same.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the package's own types say so
const covertable = createRequire(import.meta.url)('covertable') as { readonly make: typeof make }

type Factors = Readonly<Record<string, readonly unknown[]>>

/** One value of each factor. */
export type Combination<Of extends Factors> = { readonly [Name in keyof Of]: Of[Name][number] }

/**
 * Rows in which every value of a factor occurs with every value of each other factor at least once: most bugs need a pair of
 * values. The same factors give the same rows.
 */
export function pairsOf<const Of extends Factors>(factors: Of): ReadonlyArray<Combination<Of>> {
  const names = Object.keys(factors)
  const indexes = Object.fromEntries(names.map((name) => [name, Object.keys(factors[name] ?? []).map(Number)]))
  return covertable.make(indexes).map((row) => combination(factors, row))
}

function combination<Of extends Factors>(factors: Of, row: Readonly<Record<string, number>>): Combination<Of> {
  const entries = Object.entries(factors).map(([name, values]) => [name, values[row[name] ?? 0]])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each name has one of the values of its own factor
  return Object.fromEntries(entries) as Combination<Of>
}
