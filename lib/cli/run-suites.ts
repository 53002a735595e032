import { setTimeout as pause } from 'node:timers/promises'
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { createVitest, type TestCase } from 'vitest/node'
import type { RequirementId } from '../contract/requirement.ts'
import { isRequirementId } from '../contract/requirement.ts'
import type { RanCheck } from '../report/allure/ran-check.ts'
import type { Run } from './open-run.ts'
import { RunError } from '../run/run-error.ts'
import { conformanceProject } from '../run/vitest-project.ts'
import type { Configuration } from '../config/configuration.ts'
import type { Interruption } from '../run/interruption.ts'
import { announceStop } from '../run/stop-file.ts'
import { ProgressReporter } from './progress-reporter.ts'
import { ranCheckOf } from './ran-check-of.ts'

export interface SuitesEnd {
  /** The requirements whose checks were selected, where `--only` or `--shard` was given. */
  readonly selected: ReadonlySet<RequirementId> | undefined
  readonly checks: readonly RanCheck[]
  /** Checks were still under way when they were waited for no longer. */
  readonly isGivenUp: boolean
}

/** Runs the suites in vitest against the target of an opened run. */
export async function runSuites({ configuration, provided }: Run, interruption: Interruption): Promise<SuitesEnd> {
  const progress = new ProgressReporter(process.stdout)
  const allureResults = ownAllureResults(configuration)
  const vitest = await createVitest(
    'test',
    {
      ...conformanceProject,
      tags: [...conformanceProject.tags],
      setupFiles: [...conformanceProject.setupFiles],
      config: false,
      watch: false,
      include: ['suites/index.suite.ts'],
      exclude: [],
      maxConcurrency: configuration.concurrency * 2,
      ...(configuration.only === undefined ? {} : { tagsFilter: [configuration.only] }),
      reporters: [progress, ['allure-vitest/reporter', { resultsDir: allureResults, reportMatchers: false }]],
      provide: { conformance: provided },
      passWithNoTests: true,
      fsModuleCache: isWritable(conformanceProject.root),
    },
    { server: { ws: false }, clearScreen: false },
  )
  interruption.takeOver()
  interruption.stopBy(() => {
    announceStop(provided.recordsDirectory)
    vitest.cancelCurrentRun('keyboard-input').catch(() => undefined)
  })
  try {
    if (interruption.signal !== undefined) return nothingRun
    const ended = await interruption.orStopped(vitest.start(), timeLeft(configuration))
    if (ended === undefined) return nothingRun
    const { testModules, unhandledErrors } = ended
    const broken = testModules.flatMap((module) => module.errors())
    const [error] = [...broken, ...unhandledErrors]
    if (error !== undefined) throw selectionMistake(error) ?? new Error(describe(error))
    const ran = testModules.flatMap((module) => [...module.children.allTests()]).filter((test) => wasSelected(test))
    const { only, shard } = configuration
    // Of a small selection, a shard may have nothing; whether all have nothing shows the merge.
    if (ran.length === 0 && shard === undefined && interruption.signal === undefined)
      throw new RunError(`--only ${only ?? ''} selects no check; list requirements shows the ids`)
    return {
      selected: only === undefined && shard === undefined ? undefined : idsOf(ran),
      checks: ran.map((test) => ranCheckOf(test)),
      isGivenUp: false,
    }
  } finally {
    progress.end()
    await Promise.race([vitest.close(), pause(longestClose, undefined, { ref: false })])
  }
}

/** Where the results of this run are gathered: another run may be under way in the same reports directory. */
export function ownAllureResults({ reportsDirectory, runId }: Configuration): string {
  return join(reportsDirectory, `.allure-${runId}`)
}

/** The end of checks that were given up, or never begun. */
const nothingRun: SuitesEnd = { selected: undefined, checks: [], isGivenUp: true }

/** Milliseconds that the workers are given to end. */
const longestClose = 3000

/** Milliseconds beyond the deadline, after which nothing is sent, that checks are given to notice it. */
const beyondDeadline = 30_000

function timeLeft({ deadlineSeconds }: Configuration): number | undefined {
  return deadlineSeconds === undefined ? undefined : deadlineSeconds * 1000 + beyondDeadline
}

/** A package that somebody else has installed has no place for vitest's cache, and vitest would warn of it. */
function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** A test that the filter left out has the mode `skip` from the start; one that had nothing to look at was skipped by itself. */
function wasSelected(test: TestCase): boolean {
  const { mode } = test.options
  const result = test.result()
  return mode !== 'skip' || (result.state === 'skipped' && result.note !== undefined)
}

function idsOf(tests: readonly TestCase[]): ReadonlySet<RequirementId> {
  return new Set(
    tests.flatMap((test) => test.options.tags ?? []).filter((tag): tag is RequirementId => isRequirementId(tag)),
  )
}

/** Vitest's own words for an expression that it cannot read, or that names what no tag is called; its list of all tags is left out. */
function selectionMistake(error: unknown): RunError | undefined {
  const message = messageOf(error)
  if (!/tags? (?:pattern|expression)/i.test(message)) return undefined
  const why = (message.split('\n')[0] ?? '')
    .replace(' Available tags are:', '')
    .replace('is not defined in the configuration', 'is unknown')
  return new RunError(
    `--only is no selection: ${why} (requirement ids, areas, kinds and needs, with && || ! and (); see list requirements)`,
  )
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : messageOf(error)
}

/** Errors of a worker cross to this process as plain objects. */
function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error)
}
