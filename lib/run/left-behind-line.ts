import { redact } from '../client/redactor.ts'
import type { Ledger } from '../ledger/ledger.ts'

const longestExample = 300

/** One line that says how much of a run is left, with an example, and how it is removed; `undefined` where nothing is. */
export function leftBehindLine(left: readonly string[], { path }: Pick<Ledger, 'path'>): string | undefined {
  const [first, ...others] = left
  if (first === undefined) return undefined
  const example = redact(first).slice(0, longestExample).toWellFormed()
  const more = others.length === 0 ? '' : `, and ${others.length} more`
  return `left behind: ${example}${more}; remove it with "cleanup ${path}"`
}
