import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { instrumented } from './mutant-switch.ts'

const vitest = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')))

/** Tests of this project as a whole: they run for minutes, or notice any change. */
const ofTheWhole = /^tests\/(?:cli|docs|independent-servers|package|pipeline|proof|replay|structure)\//u

/** Those tests of the proof that judge what no fault and no variant is. */
export const testsOfTargets = [
  'declared-versions',
  'reads-only',
  'targets-in-motion',
  'undeclared-versions',
  'windows-of-time',
].map((name) => `tests/proof/${name}.test.ts`)

/** The tests of a copy that import one of its files, and for one of lib all of such files. */
export function testsOf(file: string, directory: string): readonly string[] {
  const tests = readdirSync(join(directory, 'tests'), { recursive: true, encoding: 'utf8' })
    .map((name) => join('tests', name))
    .filter((name) => name.endsWith('.test.ts') && !ofTheWhole.test(name))
  const isAbout = (name: string): boolean =>
    readFileSync(join(directory, name), 'utf8').includes(`/${basename(file)}'`) ||
    (file.startsWith('lib/') && /^tests\/(?:checks|passive)\//u.test(name))
  return tests.filter((name) => isAbout(name))
}

/** Many times what they take on a quiet machine; less than all proofs of a mutant may take, so that no test outlives them. */
const longestMs = 300_000

/** Runs tests of a copy in a process of its own, with the mutant of now: which of them fail. */
export function failedTests(tests: readonly string[], directory: string, only: readonly string[] = []): string {
  const { activeMutant } = instrumented
  const results = join(directory, `tests-of-${activeMutant}.json`)
  const named = only.length === 0 ? [] : ['-t', `^(?:${only.join('|')})$`]
  const { error } = spawnSync(
    process.execPath,
    [vitest, 'run', '--project', 'tests', '--reporter=json', `--outputFile=${results}`, ...named, ...tests],
    {
      cwd: directory,
      env: { ...process.env, __STRYKER_ACTIVE_MUTANT__: activeMutant },
      timeout: longestMs,
      killSignal: 'SIGKILL',
    },
  )
  if (error) return 'they do not end'
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
