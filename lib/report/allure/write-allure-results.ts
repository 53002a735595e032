import { writeFileSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDirectory } from '../../config/make-directory.ts'
import { isRecord } from '../../contract/is-record.ts'
import type { ConformanceReport } from '../conformance-report.ts'
import { checkResult, furtherResults, isFurther, type RanCheck, type ResultWithEvidence } from './allure-result.ts'
import { allureSurroundings } from './allure-surroundings.ts'

const resultEnding = '-result.json'

/** Files that only some runs write. */
const ofRun = /-result\.json$|-attachment\b/

/** A server that answers nonsense violates nearly everything: beyond this number, exchanges are only in the archive. */
const evidenceAtMost = 1000

/** Writes a result for each completed check and each rule without one, in agreement with the report. */
export async function writeAllureResults(
  directory: string,
  report: ConformanceReport,
  checks: readonly RanCheck[],
): Promise<void> {
  makeDirectory(directory)
  const results = [...checks.map((check) => checkResult(check, report)), ...furtherResults(checks, report)]
  const files = new Map([...resultFiles(results), ...Object.entries(allureSurroundings(report))])
  // One after the other: each is small, and nothing else runs at this time.
  for (const [name, text] of files) writeFileSync(join(directory, name), text)
  const others = (await readdir(directory)).filter((name) => ofRun.test(name) && !files.has(name))
  await Promise.all(others.map((name) => rm(join(directory, name))))
}

/** Updates the results of several shards, collected in one directory, to the report of the whole. */
export async function mergeAllureResults(directory: string, report: ConformanceReport): Promise<void> {
  makeDirectory(directory)
  const own = (await checksIn(directory)).filter((check) => !isFurther(check))
  await writeAllureResults(directory, report, own)
}

async function checksIn(directory: string): Promise<readonly RanCheck[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(resultEnding)).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')))
  return texts.flatMap((text) => {
    const read: unknown = JSON.parse(text)
    return isRecord(read) ? [checkFrom(read)] : []
  })
}

function checkFrom({ statusDetails, ...read }: Readonly<Record<string, unknown>>): RanCheck {
  const text = (name: string): string => textOf(read[name])
  const time = (name: string): number => (typeof read[name] === 'number' ? read[name] : 0)
  const message = isRecord(statusDetails) ? textOf(statusDetails['message']) : ''
  return {
    uuid: text('uuid'),
    historyId: text('historyId'),
    testCaseId: text('testCaseId'),
    fullName: text('fullName'),
    name: text('name'),
    start: time('start'),
    stop: time('stop'),
    state: read['status'] === 'passed' || read['status'] === 'skipped' ? read['status'] : 'failed',
    ...(read['status'] === 'skipped' && { note: message }),
    ...(read['status'] === 'broken' && { fault: message }),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Names and contents of the result files, each after its attachments. */
function resultFiles(results: readonly ResultWithEvidence[]): ReadonlyArray<readonly [name: string, text: string]> {
  let left = evidenceAtMost
  return results.flatMap(({ result, evidence }) => {
    const shown = evidence.slice(0, left)
    left -= shown.length
    const complete = { ...result, attachments: shown.map(({ attachment }) => attachment) }
    return [
      ...shown.map(({ attachment, content }) => [attachment.source, content] as const),
      [`${result.uuid}${resultEnding}`, JSON.stringify(complete)] as const,
    ]
  })
}
