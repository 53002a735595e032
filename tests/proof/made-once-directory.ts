import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A directory of this test run, for what its files make once and share. */
    madeOnceDirectory: string
  }
}

/** Gives the files of a test run a directory for what one of them makes and others read; it goes with the run. */
export default function setup(project: TestProject): () => void {
  const directory = mkdtempSync(join(tmpdir(), 'made-once-'))
  project.provide('madeOnceDirectory', directory)
  return () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
}
