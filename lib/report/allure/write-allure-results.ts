import { writeFileSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isRecord } from '../../contract/is-record.ts'
import type { ConformanceReport } from '../conformance-report.ts'
import { checkResult, furtherResults, isFurther } from './allure-results.ts'
import type { AllureCheck, ResultWithEvidence, WrittenResult } from './allure-results.ts'
import { allureSurroundings } from './allure-surroundings.ts'
import { type RanCheck, resultEnding, resultFile } from './allure-result.ts'
import { makeDirectory } from '../../config/make-directory.ts'

/** Files that only some runs write. */
const ofRun = /-result\.json$|-attachment\b/

/** A server that answers nonsense violates nearly everything: beyond this number, exchanges are only in the archive. */
const evidenceAtMost = 1000

/** Writes a result for each completed check and each rule without one, in agreement with the report. */
export async function writeAllureResults(
  directory: string,
  report: ConformanceReport,
  checks: readonly AllureCheck[],
): Promise<void> {
  makeDirectory(directory)
  const files = filesOf(report, checks)
  // One after the other: each is small, and nothing else runs at this time.
  for (const [name, text] of files) writeFileSync(join(directory, name), text)
  const others = (await readdir(directory)).filter((name) => ofRun.test(name) && !files.has(name))
  await Promise.all(others.map((name) => rm(join(directory, name))))
}

/** Updates the results of several shards, collected in one directory, to the report of the whole. */
export async function mergeAllureResults(directory: string, report: ConformanceReport): Promise<void> {
  makeDirectory(directory)
  const own = (await resultsIn(directory)).filter(({ written }) => !isFurther(written))
  await writeAllureResults(directory, report, own)
}

/** Content of every file by its name. */
function filesOf(report: ConformanceReport, ran: readonly AllureCheck[]): ReadonlyMap<string, string> {
  const results = ran.map(({ written, check }) => checkResult(written, check, report))
  const further = furtherResults(
    ran.map(({ check }) => check),
    report,
  )
  return new Map([...resultFiles([...results, ...further]), ...Object.entries(allureSurroundings(report))])
}

async function resultsIn(directory: string): Promise<readonly AllureCheck[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(resultEnding)).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')))
  return texts.flatMap((text) => {
    const read: unknown = JSON.parse(text)
    return isRecord(read) ? [{ written: writtenOf(read), check: checkOf(read) }] : []
  })
}

function checkOf({ name, status, statusDetails }: Readonly<Record<string, unknown>>): RanCheck {
  const message =
    isRecord(statusDetails) && typeof statusDetails['message'] === 'string' ? statusDetails['message'] : ''
  const check = { name: typeof name === 'string' ? name : '' }
  if (status === 'passed') return { ...check, state: 'passed' }
  if (status === 'skipped') return { ...check, state: 'skipped', note: message }
  return { ...check, state: 'failed', ...(status === 'broken' ? { fault: message } : {}) }
}

function writtenOf(read: Readonly<Record<string, unknown>>): WrittenResult {
  const text = (name: string): string => (typeof read[name] === 'string' ? read[name] : '')
  const number = (name: string): number => (typeof read[name] === 'number' ? read[name] : 0)
  return {
    uuid: text('uuid'),
    historyId: text('historyId'),
    testCaseId: text('testCaseId'),
    fullName: text('fullName'),
    name: text('name'),
    start: number('start'),
    stop: number('stop'),
  }
}

/** Names and contents of the result files, each after its attachments. */
function resultFiles(results: readonly ResultWithEvidence[]): ReadonlyArray<readonly [name: string, text: string]> {
  let left = evidenceAtMost
  return results.flatMap(({ result, evidence }) => {
    const shown = evidence.slice(0, left)
    left -= shown.length
    const complete = { ...result, attachments: shown.map(({ attachment }) => attachment) }
    return [...shown.map(({ attachment, content }) => [attachment.source, content] as const), resultFile(complete)]
  })
}
