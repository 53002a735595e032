import { redact } from '../client/redactor.ts'
import type { Ledger } from '../ledger/ledger.ts'

const longestExample = 300

/**
 * One line that says how much a run leaves behind, with an example and the command that removes it, after writing the ledger;
 * `undefined` if nothing is left.
 */
export function leftBehindLine(left: readonly string[], ledger: Pick<Ledger, 'path' | 'save'>): string | undefined {
  const [first, ...others] = left
  if (first === undefined) return undefined
  // Without a ledger, this line is the only record.
  if (!ledger.save())
    return `left behind, and ${ledger.path} could not be written: ${redact(left.join('; ')).toWellFormed()}`
  const example = redact(first).slice(0, longestExample).toWellFormed()
  const more = others.length === 0 ? '' : `, and ${others.length} more`
  return `left behind: ${example}${more}; remove it with "cleanup ${ledger.path}"`
}
