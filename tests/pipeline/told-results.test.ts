import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createVitest } from 'vitest/node'
import { readResults, type ResultLine } from './result-line.ts'
import ResultsReporter from './results-reporter.ts'
import { tierOf, toldFailures } from './told-results.ts'

const red = `
test('holds', () => {})
describe('a group', () => {
  test('does not', () => expect(['PN-01']).toEqual([]))
})
describe('a group whose beginning fails', () => {
  beforeAll(() => { throw new Error('no server') })
  test('never begins', () => {})
})
test.skip('is left out', () => {})
`

let directory: string

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'results-'))
})

afterAll(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }))

test('a run writes each test as it ends, and what its failures said', async () => {
  writeFileSync(join(directory, 'red.test.js'), red)
  writeFileSync(join(directory, 'broken.test.js'), 'this is no script')
  const path = join(directory, 'results')
  const exitCode = process.exitCode
  const options = { root: directory, config: false, watch: false, globals: true } as const
  const vitest = await createVitest('test', { ...options, reporters: [new ResultsReporter({ path })] })
  await vitest.start()
  await vitest.close()
  // Vitest has told this process that the run inside of it was red.
  process.exitCode = exitCode
  const lines = readResults(path)
  expect(tierOf(lines)).toEqual({ passed: 1, failed: 3, ended: true })
  const told = toldFailures(lines).join('\n')
  expect(told).toContain("FAILED red.test.js > a group > does not\n    expected [ 'PN-01' ] to deeply equal []")
  expect(told).toContain('+   "PN-01",')
  expect(told).toContain('FAILED red.test.js > a group whose beginning fails\n    no server')
  expect(told).toContain('FAILED broken.test.js\n')
})

const failed = (name: string): ResultLine => ({ state: 'failed', name, message: 'one\n\ntwo\n'.repeat(200) })

test('a run that was cut off is known as such, without the line that it was writing', () => {
  const path = join(directory, 'cut')
  writeFileSync(path, `${JSON.stringify({ state: 'passed' })}\n{"state":"fai`)
  expect(tierOf(readResults(path))).toEqual({ passed: 1, failed: 0, ended: false })
  expect(tierOf(readResults(join(directory, 'never begun')))).toEqual({ passed: 0, failed: 0, ended: false })
})

test.each([1, 7, 60, 1000])('%i failures fit into what is shown', (count) => {
  const told = toldFailures(Array.from({ length: count }, (_, index) => failed(`test ${index}`)))
  expect(told.length).toBeLessThan(130)
  expect(told.filter((line) => line.startsWith('FAILED')).length).toBe(Math.min(60, count))
})
