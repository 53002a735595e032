import { redact } from '../client/redactor.ts'
import type { Ledger } from '../ledger/ledger.ts'

const longestExample = 300

/** One line that says how much of a run is left, with an example, and how it is removed, after the ledger was made sure of; `undefined` where nothing is. */
export function leftBehindLine(left: readonly string[], ledger: Pick<Ledger, 'path' | 'save'>): string | undefined {
  const [first, ...others] = left
  if (first === undefined) return undefined
  // Without a ledger, this line is all that anybody will have.
  if (!ledger.save())
    return `left behind, and ${ledger.path} could not be written: ${redact(left.join('; ')).toWellFormed()}`
  const example = redact(first).slice(0, longestExample).toWellFormed()
  const more = others.length === 0 ? '' : `, and ${others.length} more`
  return `left behind: ${example}${more}; remove it with "cleanup ${ledger.path}"`
}
