import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { mergeAllureResults, writeAllureResults } from '../../lib/report/allure/write-allure-results.ts'
import type { RanCheck } from '../../lib/report/allure/allure-result.ts'
import { assembleReport } from '../../lib/report/assemble-report.ts'
import type { JournalRecord } from '../../lib/checks/journal.ts'
import { finding, record, runFacts } from './prepared.ts'

const evaluations = [
  { requirement: 'HDR-01', check: 'every answer', count: 3 },
  { requirement: 'PN-05', check: 'a check', count: 1 },
] as const
const selected = new Set(['PN-04', 'PN-05', 'HDR-01'] as const)
const violation = finding()
const ran = (name: string, state: RanCheck['state']): RanCheck => ({
  uuid: crypto.randomUUID(),
  historyId: name,
  testCaseId: name,
  fullName: `suite#${name}`,
  name,
  state,
  start: 1,
  stop: 2,
})
const violated = ran(`PN-04 ${violation.check}`, 'failed')
const passed = ran('PN-05 a check', 'passed')
const skipped: RanCheck = { ...ran('PN-05 another', 'skipped'), note: 'missing-control: supply it' }
const broken: RanCheck = { ...ran('PN-05 a third', 'failed'), fault: 'x is undefined' }

const reportOf = (parts: Partial<JournalRecord>) =>
  assembleReport(record({ evaluations, ...parts }), runFacts({ selected }))

test('of the results of shards, gathered, each check and each rule is told once, as the whole report tells it', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'allure-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }))
  await shard(directory, reportOf({ findings: [violation] }), [violated, passed])
  await shard(directory, reportOf({}), [skipped, broken])
  const whole = reportOf({ findings: [violation] })
  await mergeAllureResults(directory, whole)
  await mergeAllureResults(directory, whole)
  const results = await resultsIn(directory)
  expect(results.map(({ name, status }) => `${status} ${name}`).sort()).toEqual([
    'broken PN-05 a third',
    `failed ${violated.name}`,
    expect.stringMatching(/^passed HDR-01 /),
    'passed PN-05 a check',
    'skipped PN-05 another',
  ])
  expect(results.find(({ status }) => status === 'skipped')?.statusDetails.message).toBe(skipped.note)
  const attached = results.flatMap(({ attachments }) => attachments.map(({ source }) => source))
  const files = (await readdir(directory)).filter((name) => name.includes('-attachment'))
  expect(files.sort()).toEqual(attached.sort())
  expect(await readFile(join(directory, 'environment.properties'), 'utf8')).toContain('Verdict=non-conformant')
})

interface Result {
  readonly name: string
  readonly status: string
  readonly statusDetails: { readonly message?: string }
  readonly attachments: ReadonlyArray<{ readonly source: string }>
}

async function resultsIn(directory: string): Promise<Result[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('-result.json'))
  return Promise.all(
    names.map(async (name): Promise<Result> => JSON.parse(await readFile(join(directory, name), 'utf8'))),
  )
}

/** A shard's results as its run leaves them, gathered into one place. */
async function shard(whole: string, report: ReturnType<typeof reportOf>, checks: readonly RanCheck[]): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'shard-'))
  await writeAllureResults(directory, report, checks)
  for (const name of await readdir(directory)) await writeFile(join(whole, name), await readFile(join(directory, name)))
  await rm(directory, { recursive: true, force: true, maxRetries: 5 })
}
