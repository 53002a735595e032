import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The page beside the `conformance.json` of a run, or in its reports directory; `undefined` if there is none. */
export function pageOfRun(path: string): string | undefined {
  const directory = path.endsWith('.json') ? dirname(path) : path
  const page = resolve(join(directory, 'index.html'))
  return existsSync(page) ? page : undefined
}
