import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ResultDrafts } from '../../lib/report/allure/result-drafts.ts'
import type { AllureCheck } from '../../lib/report/allure/allure-results.ts'
import type { RanCheck } from '../../lib/report/allure/allure-result.ts'
import { writeAllureResults } from '../../lib/report/allure/write-allure-results.ts'
import { assembleReport } from '../../lib/report/assemble-report.ts'
import { finding, record, runFacts } from './prepared.ts'

const violation = finding()
const evaluations = [
  { requirement: 'PN-04', check: violation.check, count: 1 },
  { requirement: 'PN-05', check: 'a check', count: 1 },
] as const
const selected = new Set(['PN-04', 'PN-05'] as const)

test('a draft is what the report tells where it finds nothing, and is not written again', async () => {
  const directory = await emptyDirectory()
  const drafts = await drafted(directory, [passed('PN-05 a check')])
  const name = [...drafts.keys()][0] ?? ''
  const path = join(directory, name)
  const draft = await readFile(path, 'utf8')
  await writeFile(path, 'as it was')
  const report = assembleReport(record({ evaluations }), runFacts({ selected }))
  await writeAllureResults(directory, report, { checks: [passed('PN-05 a check')], drafts })
  expect(await readFile(path, 'utf8')).toBe('as it was')
  await writeAllureResults(directory, report, { checks: [passed('PN-05 a check')] })
  expect(await readFile(path, 'utf8')).toBe(draft)
})

test('a draft that the report tells otherwise is written anew, and one of no result is removed', async () => {
  const directory = await emptyDirectory()
  const violated = passed(`PN-04 ${violation.check}`)
  const drafts = await drafted(directory, [violated, passed('PN-05 given up')])
  const report = assembleReport(record({ evaluations, findings: [violation] }), runFacts({ selected }))
  await writeAllureResults(directory, report, { checks: [violated], drafts })
  const name = `${violated.written.uuid}-result.json`
  expect(JSON.parse(await readFile(join(directory, name), 'utf8'))).toMatchObject({ status: 'failed' })
  expect((await readdir(directory)).filter((one) => one.includes('given-up'))).toEqual([])
})

test.each(['failed', 'skipped'] as const)('a check that %s has no draft', async (state) => {
  const directory = await emptyDirectory()
  expect(await drafted(directory, [ranAs({ name: 'PN-05 a check', state })])).toEqual(new Map())
})

test('where no draft can be written, the results are written with the report', async () => {
  const directory = join(await emptyDirectory(), 'results')
  await writeFile(directory, 'in the way')
  expect(await drafted(directory, [passed('PN-05 a check')])).toEqual(new Map())
})

async function drafted(directory: string, checks: readonly AllureCheck[]): Promise<ReadonlyMap<string, string>> {
  const drafts = new ResultDrafts(directory)
  for (const check of checks) drafts.add(check)
  await expect
    .poll(async () => (await readdir(directory).catch(() => checks)).length)
    .toBe(checks.filter(({ check }) => check.state === 'passed').length)
  return await drafts.end()
}

function passed(name: string): AllureCheck {
  return ranAs({ name, state: 'passed' })
}

function ranAs(check: RanCheck): AllureCheck {
  const { name } = check
  const uuid = name.replaceAll(' ', '-')
  return { check, written: { uuid, name, fullName: name, historyId: name, testCaseId: name, start: 1, stop: 2 } }
}

async function emptyDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'drafts-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }))
  return directory
}
