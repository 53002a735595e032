import { writeFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isRecord } from '../../contract/is-record.ts'
import type { ConformanceReport } from '../conformance-report.ts'
import {
  checkResult,
  furtherResults,
  isFurther,
  type ResultWithEvidence,
  type WrittenResult,
} from './allure-results.ts'
import { allureSurroundings } from './allure-surroundings.ts'
import type { RanCheck } from './ran-check.ts'

const resultEnding = '-result.json'

/** Files that are written anew. */
const retold = /-result\.json$|-attachment\b/

/** A server that answers nonsense violates nearly everything: beyond this the exchanges are in the archive only. */
const evidenceAtMost = 1000

/** A check that ran, and who it is to Allure from run to run. */
export interface AllureCheck {
  readonly check: RanCheck
  readonly written: WrittenResult
}

/** Writes a result for each check that ran and for each rule beside them, so that they say what the report says. */
export async function writeAllureResults(
  directory: string,
  report: ConformanceReport,
  ran: readonly AllureCheck[],
): Promise<void> {
  await mkdir(directory, { recursive: true })
  retell(directory, report, ran)
}

/** Lets the results of several shards, gathered in one directory, say what the report of the whole says. */
export async function mergeAllureResults(directory: string, report: ConformanceReport): Promise<void> {
  await mkdir(directory, { recursive: true })
  const own = (await resultsIn(directory)).filter(({ written }) => !isFurther(written))
  const old = (await readdir(directory)).filter((name) => retold.test(name))
  await Promise.all(old.map((name) => rm(join(directory, name))))
  retell(directory, report, own)
}

/** Files are written one after the other: each is small, and a run has nothing else to do. */
function retell(directory: string, report: ConformanceReport, ran: readonly AllureCheck[]): void {
  const results = ran.map(({ written, check }) => checkResult(written, check, report))
  const further = furtherResults(
    ran.map(({ check }) => check),
    report,
  )
  const files = [...filesOf([...results, ...further]), ...Object.entries(allureSurroundings(report))]
  for (const [name, text] of files) writeFileSync(join(directory, name), text)
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
  return { ...check, state: 'failed', ...(status === 'broken' ? { fault: message.replace(/^suite: /, '') } : {}) }
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

/** Names and contents of the files of results, of each its attachments first. */
function filesOf(results: readonly ResultWithEvidence[]): ReadonlyArray<readonly [name: string, text: string]> {
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
