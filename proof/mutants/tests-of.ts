import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { instrumented } from './mutant-switch.ts'

const vitest = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')))

/** Tests of this project as a whole: they run for minutes, or notice any change. */
const ofTheWhole = /^tests\/(?:cli|docs|independent-servers|package|pipeline|proof|replay|structure)\//u

/** The test files of a copy that import one of its files, or a file of lib that imports it. */
export function testsOf(file: string, directory: string): readonly string[] {
  const under = (folder: string): readonly string[] =>
    readdirSync(join(directory, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((name) => name.endsWith('.ts'))
  const importing = (names: readonly string[], imported: string): readonly string[] =>
    names.filter((name) => readFileSync(join(directory, name), 'utf8').includes(`/${imported}'`))
  const tests = under('tests').filter((name) => name.endsWith('.test.ts') && !ofTheWhole.test(name))
  const importers = importing(under('lib'), basename(file)).filter((name) => dirname(name).startsWith('lib/checks'))
  return [...new Set([file, ...importers].flatMap((imported) => importing(tests, imported)))]
}

/** Runs tests of a copy in a process of its own, with the mutant of now: which of them fail. */
export function failedTests(tests: readonly string[], directory: string): string {
  const { activeMutant } = instrumented
  const results = join(directory, `tests-of-${activeMutant}.json`)
  spawnSync(
    process.execPath,
    [vitest, 'run', '--project', 'tests', '--reporter=json', `--outputFile=${results}`, ...tests],
    { cwd: directory, env: { ...process.env, __STRYKER_ACTIVE_MUTANT__: activeMutant } },
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the reporter's own form
  const { testResults } = JSON.parse(readFileSync(results, 'utf8')) as Results
  const failed = testResults.flatMap(({ name, status, assertionResults }) => {
    const titles = assertionResults.filter((one) => one.status === 'failed').map(({ fullName }) => fullName)
    return status === 'failed' && titles.length === 0 ? [name] : titles
  })
  return failed.sort().join('\n')
}

interface Results {
  readonly testResults: ReadonlyArray<{
    readonly name: string
    readonly status: string
    readonly assertionResults: ReadonlyArray<{ readonly fullName: string; readonly status: string }>
  }>
}
