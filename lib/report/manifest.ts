import { createHash } from 'node:crypto'
import { createReadStream, existsSync, statSync } from 'node:fs'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ConformanceReport } from './conformance-report.ts'
import { readReport } from './read-report.ts'

/** The name of the manifest in a reports directory. */
export const manifestName = 'manifest.json'

/** One file of a report, as it was handed over. */
interface ManifestEntry {
  /** From the reports directory on, with slashes. */
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

/** What is not part of this report: an earlier run's report, ledgers, and hidden files. */
const apart = /^(?:\.|previous$|ledger-|manifest\.json$)/

/** Milliseconds to which a file system may round the time of a file. */
const coarseTimes = 2000

/** Lists every file of a report with its SHA-256; the schema is `schemas/formats/manifest.json`. */
export async function writeManifest(
  directory: string,
  report: Pick<ConformanceReport, 'suite' | 'target'>,
): Promise<void> {
  const { suite, target } = report
  const files: ManifestEntry[] = []
  for (const path of await filesIn(directory))
    if (isSince(path, target.startedAt)) files.push(await entryOf(directory, path))
  const of = { name: target.name, baseUrl: target.baseUrl, startedAt: target.startedAt }
  const manifest = { schemaVersion: 1, suite, target: of, files }
  await writeFile(join(directory, manifestName), `${JSON.stringify(manifest, undefined, 2)}\n`)
}

/** Whether a file was written since the start of a run: the report of Allure may be an earlier one. */
export function isSince(path: string, startedAt: string): boolean {
  const { mtimeMs = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {}
  return mtimeMs >= Date.parse(startedAt) - coarseTimes
}

/** Written again after a page was added to the report of a run. */
export async function renewManifest(directory: string): Promise<void> {
  if (existsSync(join(directory, manifestName))) await writeManifest(directory, readReport(directory))
}

async function filesIn(directory: string): Promise<readonly string[]> {
  const top = (await readdir(directory)).filter((name) => !apart.test(name))
  const found: string[] = []
  for (const name of top) {
    const path = join(directory, name)
    if (!(await stat(path)).isDirectory()) found.push(path)
    else
      for (const entry of await readdir(path, { recursive: true, withFileTypes: true }))
        if (entry.isFile()) found.push(join(entry.parentPath, entry.name))
  }
  return found.toSorted()
}

async function entryOf(directory: string, path: string): Promise<ManifestEntry> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  const { size } = await stat(path)
  return { path: relative(directory, path).split(sep).join('/'), bytes: size, sha256: hash.digest('hex') }
}
