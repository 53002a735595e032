import { existsSync, readFileSync } from 'node:fs'

/** One line of a file of results: how a test ended, an error outside of any test, or the end of the run. */
export type ResultLine =
  | { readonly state: 'passed' }
  | { readonly state: 'failed'; readonly name: string; readonly message: string }
  | { readonly state: 'ended' }

/** The lines that a run has written so far; none where it never began. What it was killed in the middle of is left out. */
export function readResults(path: string): readonly ResultLine[] {
  if (!existsSync(path)) return []
  const written = readFileSync(path, 'utf8').split('\n').slice(0, -1)
  return written.map((line): ResultLine => JSON.parse(line))
}
