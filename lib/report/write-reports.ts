import { randomUUID } from 'node:crypto'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { scriptName } from '../checks/finding.ts'
import { conformanceJson } from './conformance-json.ts'
import type { ConformanceReport, TargetVerdict } from './conformance-report.ts'
import type { RunDocument } from './document/run-document.ts'
import { htmlPage } from './html/html-page.ts'
import { junitXml } from './junit-xml.ts'
import { gitlabCodeQuality } from './pipelines.ts'
import { ReportsDirectoryError } from '../config/errors.ts'
import { makeDirectory } from '../config/make-directory.ts'
import { isSince, manifestName, writeManifest } from './manifest.ts'
import { summaryMarkdown } from './summary-markdown.ts'
import { makeBadge } from 'badge-maker'
import { failsTheRun } from './judge-target.ts'

/** The existing files to which the page of a run links. */
const madeBefore = new Set([
  'exchanges.har',
  'against.html',
  'against.json',
  'against.md',
  'previous',
  'allure-results',
  'allure-report',
])

/** The content of each file, by its name in the reports directory. */
export type ReportFiles = Readonly<Record<string, string>>

/** Writes every report, further files included, and returns their paths; throws `ReportsDirectoryError` if it cannot. */
export async function writeReports(
  document: RunDocument,
  directory: string,
  further: ReportFiles = {},
): Promise<string[]> {
  const { report } = document
  const files: ReportFiles = {
    'conformance.json': conformanceJson(report),
    'summary.md': summaryMarkdown(document),
    'junit.xml': junitXml(document),
    'badge.svg': badgeSvg(report),
    'gl-code-quality.json': gitlabCodeQuality(document),
    ...further,
  }
  try {
    makeDirectory(directory)
    // The archive of the exchanges and the comparison with another deployment are complete before any report is written.
    const made = (await readdir(directory)).filter((name) => madeBefore.has(name))
    const isOld = (name: string): boolean =>
      name === 'allure-report' && !isSince(join(directory, name, 'index.html'), report.target.startedAt)
    const beside = [...Object.keys(files), ...made.filter((name) => !isOld(name))]
    const scripts = scriptsOf(report)
    const others = [manifestName, ...(scripts.length > 0 ? ['reproduce'] : [])]
    const all = { ...files, 'index.html': htmlPage(document, [...beside, ...others]) }
    if (scripts.length > 0) makeDirectory(join(directory, 'reproduce'))
    const reproductions = scripts.map(({ name, text }) => replaceFile(join(directory, name), text))
    const written = Object.entries(all).map(([name, text]) => replaceFile(join(directory, name), text))
    // Separately: if one cannot be written, the others still are.
    const ends = await Promise.allSettled([...written, ...reproductions])
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed) throw failed.reason
    await writeManifest(directory, report)
    return await Promise.all(written)
  } catch (cause) {
    throw new ReportsDirectoryError(directory, cause)
  }
}

function scriptsOf({
  requirements,
}: ConformanceReport): ReadonlyArray<{ readonly name: string; readonly text: string }> {
  const findings = requirements.flatMap((requirement) => requirement.findings)
  return findings.flatMap((finding) =>
    finding.script ? [{ name: scriptName(finding), text: finding.script.text }] : [],
  )
}

/** A reader sees the old file or the new one, never half of one. */
async function replaceFile(path: string, text: string): Promise<string> {
  const draft = `${path}.${randomUUID()}.draft`
  try {
    await writeFile(draft, text)
    await rename(draft, path)
  } catch (cause) {
    await rm(draft, { force: true })
    throw new Error(`${path}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
  return path
}

const colours: Readonly<Record<TargetVerdict, string>> = {
  conformant: 'brightgreen',
  'non-conformant': 'red',
  incomplete: 'yellow',
  error: 'lightgrey',
}

/** The text of `badge.svg`: the verdict in a word, and the number of requirements that fail the run. */
export function badgeSvg({ verdict, requirements }: ConformanceReport): string {
  const failing = requirements.filter((requirement) => failsTheRun(requirement)).length
  const message = verdict === 'non-conformant' ? `${failing} violated` : verdict
  return `${makeBadge({ label: 'contract', message, color: colours[verdict] })}\n`
}
