import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isRecord } from '../../contract/is-record.ts'
import type { ConformanceReport } from '../conformance-report.ts'
import { checkResult, furtherResults, type ResultWithEvidence, type WrittenResult } from './allure-results.ts'
import { allureSurroundings } from './allure-surroundings.ts'
import type { RanCheck } from './ran-check.ts'

const resultEnding = '-result.json'

/** A server that answers nonsense violates nearly everything: beyond this the exchanges are in the archive only. */
const evidenceAtMost = 1000

/** Rewrites the results that the test framework wrote, and adds what it cannot know, so that they say what the report says. */
export async function completeAllureResults(
  directory: string,
  report: ConformanceReport,
  checks: readonly RanCheck[],
): Promise<void> {
  await mkdir(directory, { recursive: true })
  const byName = new Map(checks.map((check) => [check.name, check]))
  const own = (await writtenIn(directory)).flatMap((written) => {
    const check = byName.get(written.name)
    return check === undefined ? [] : [checkResult(written, check, report)]
  })
  await writeResults(directory, [...own, ...furtherResults(checks, report)])
  for (const [name, text] of Object.entries(allureSurroundings(report))) await writeFile(join(directory, name), text)
}

async function writtenIn(directory: string): Promise<readonly WrittenResult[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(resultEnding))
  const texts = await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')))
  return texts.flatMap((text) => {
    const read: unknown = JSON.parse(text)
    return isRecord(read) ? [writtenOf(read)] : []
  })
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

async function writeResults(directory: string, results: readonly ResultWithEvidence[]): Promise<void> {
  let left = evidenceAtMost
  for (const { result, evidence } of results) {
    const shown = evidence.slice(0, Math.max(0, left))
    left -= shown.length
    for (const { attachment, content } of shown) await writeFile(join(directory, attachment.source), content)
    const complete = { ...result, attachments: shown.map(({ attachment }) => attachment) }
    await writeFile(join(directory, `${result.uuid}${resultEnding}`), JSON.stringify(complete))
  }
}
