import { rmSync } from 'node:fs'

/** Removes a file or a directory, or leaves it where that is not possible: what else a run has to do does not depend on it. */
export function removeIfPossible(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // A directory that was made read-only meanwhile, for example.
  }
}
