import { rmSync } from 'node:fs'
import { join } from 'node:path'

/** The files of a comparison with an older deployment. */
export const comparisonFiles = ['against.json', 'against.md', 'against.html'] as const

/** A comparison of an earlier run would be mistaken for one of this run. */
export function removeComparison(directory: string): void {
  for (const file of comparisonFiles) rmSync(join(directory, file), { force: true })
}
