import { setTimeout as pause } from 'node:timers/promises'
import { createVitest, type TestCase, type Reporter, type TestModule } from 'vitest/node'
import { type RequirementId, isRequirementId } from '../contract/requirement.ts'
import type { RanCheck } from '../report/allure/allure-result.ts'
import type { Run } from './open-run.ts'
import { RunError } from '../config/errors.ts'
import { checksAtOnce } from '../run/checks-at-once.ts'
import { conformanceProject } from '../run/vitest-project.ts'
import type { Configuration } from '../config/configuration.ts'
import type { Interruption } from '../run/interruption.ts'
import { announceStop } from '../run/stop-channel.ts'
import { tagExpression } from './tag-expression.ts'
import type { Progress } from './progress.ts'
import { costOf, measuredCost, type Expense } from '../run/check-cost.ts'

export interface SuitesEnd {
  /** The requirements of the selected checks, with `--only`, `--shard` or the lowest effort. */
  readonly selected: ReadonlySet<RequirementId> | undefined
  readonly ran: readonly RanCheck[]
  /** Checks were still running when the run stopped waiting for them. */
  readonly isGivenUp: boolean
}

/**
 * Vitest writes a token for its server, which a run does not have, to the data directory of the user, and fails if it cannot: in
 * a container the user may have no home.
 */
async function withDataIn<Value>(directory: string, work: () => Promise<Value>): Promise<Value> {
  const { XDG_DATA_HOME: known } = process.env
  process.env['XDG_DATA_HOME'] = directory
  try {
    return await work()
  } finally {
    if (known === undefined) delete process.env['XDG_DATA_HOME']
    else process.env['XDG_DATA_HOME'] = known
  }
}

/** Runs the suites in vitest against the target of an opened run. */
export async function runSuites(
  { configuration, provided }: Run,
  { interruption, progress }: { readonly interruption: Interruption; readonly progress: Progress },
): Promise<SuitesEnd> {
  const filter =
    configuration.only === undefined
      ? undefined
      : await tagExpression(configuration.only, configuration.reportsDirectory)
  const options = vitestOptions({ configuration, provided, filter }, new ProgressReporter(configuration, progress))
  const vitest = await withDataIn(provided.recordsDirectory, () =>
    createVitest('test', options, { server: { ws: false }, clearScreen: false }),
  )
  interruption.takeOver()
  interruption.stopBy(() => {
    announceStop(configuration.runId)
    vitest.cancelCurrentRun('keyboard-input').catch(() => undefined)
  })
  try {
    if (interruption.cause !== undefined) return nothingRun
    const running = vitest.start()
    // While the worker starts, this thread can load what the end needs.
    void import('./report-run.ts')
    const loading = import('./allure-checks.ts')
    const ended = await interruption.orStopped(running, timeLeft(configuration))
    if (ended === undefined) return nothingRun
    const { testModules, unhandledErrors } = ended
    const broken = testModules.flatMap((module) => module.errors())
    const [error] = [...broken, ...unhandledErrors]
    if (error !== undefined) throw selectionMistake(error) ?? new Error(describe(error))
    const ran = testModules.flatMap((module) => [...module.children.allTests()]).filter((test) => wasSelected(test))
    const { only, shard, effort } = configuration
    // A shard of a small selection may have no checks; the merge shows whether all have none.
    if (ran.length === 0 && shard === undefined && interruption.cause === undefined)
      throw new RunError(`--only ${only ?? ''} selects no check; see list requirements`)
    return {
      selected: only === undefined && shard === undefined && effort !== 'smoke' ? undefined : idsOf(ran),
      ran: (await loading).allureChecks(ran),
      isGivenUp: false,
    }
  } finally {
    await Promise.race([vitest.close(), pause(longestClose, undefined, { ref: false })])
  }
}

function vitestOptions(
  {
    configuration,
    provided,
    filter,
  }: Pick<Run, 'configuration' | 'provided'> & { readonly filter: string | undefined },
  reporter: ProgressReporter,
): NonNullable<Parameters<typeof createVitest>[1]> {
  return {
    ...conformanceProject,
    tags: [...conformanceProject.tags],
    config: false,
    watch: false,
    maxConcurrency: checksAtOnce(configuration),
    ...(filter === undefined ? {} : { tagsFilter: [filter] }),
    reporters: [reporter],
    provide: { conformance: provided },
    passWithNoTests: true,
    // Node itself loads the suites, from its compile cache: vite would transform each module, on request by message.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    ...(isInstalled ? { execArgv: ['--import', new URL('../../bin/strip-types.js', import.meta.url).href] } : {}),
  }
}

/** The end of checks that were given up, or never begun. */
const nothingRun: SuitesEnd = { selected: undefined, ran: [], isGivenUp: true }

/** Milliseconds that the workers are given to end. */
const longestClose = 3000

/** Milliseconds beyond the deadline, after which nothing is sent, in which checks can notice it. */
const beyondDeadline = 30_000

function timeLeft({ deadlineSeconds }: Configuration): number | undefined {
  return deadlineSeconds === undefined ? undefined : deadlineSeconds * 1000 + beyondDeadline
}

/** Under node_modules, Node strips no types by itself. */
const isInstalled = import.meta.url.includes('/node_modules/')

/** A test that the filter excluded has the mode `skip` from the start; one without anything to evaluate skipped itself. */
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

/** Vitest's own message for an expression that it cannot parse, or that names an unknown tag, without its list of all tags. */
function selectionMistake(error: unknown): RunError | undefined {
  const message = messageOf(error)
  if (!/tags? (?:pattern|expression)/i.test(message)) return undefined
  const why = (message.split('\n')[0] ?? '')
    .replace(' Available tags are:', '')
    .replace('is not defined in the configuration', 'is unknown')
  return new RunError(
    `--only is not valid: ${why.replace(/\.$/, '')}; combine requirement ids, areas, kinds and needs with && || ! and () (see list requirements)`,
  )
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : messageOf(error)
}

/** Errors of a worker arrive in this process as plain objects. */
function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error)
}

const costOfNone = 0.1

/** Tells the progress display which checks will run, start and end. */
class ProgressReporter implements Reporter {
  readonly #run: Expense
  readonly #progress: Progress
  /** The expected cost of each test. Excluded tests report a result too, but are not among these. */
  readonly #selected = new Map<string, number>()

  constructor(run: Expense, progress: Progress) {
    this.#run = run
    this.#progress = progress
  }

  onTestModuleCollected(module: TestModule): void {
    for (const test of module.children.allTests())
      if (test.options.mode !== 'skip') this.#selected.set(test.id, this.#costOf(test))
    const requestsOf = (name: string): number => measuredCost(name, this.#run)?.requests ?? 0
    this.#progress.plan([...this.#selected.values()], {
      discovery: requestsOf('discovery'),
      teardown: requestsOf('teardown'),
    })
  }

  onTestCaseReady({ id, name }: TestCase): void {
    if (this.#selected.has(id)) this.#progress.began(name.split(' ')[0])
  }

  onTestCaseResult({ id }: TestCase): void {
    const cost = this.#selected.get(id)
    if (cost !== undefined) this.#progress.ended(cost)
  }

  /** Requests, and a fraction of one for a check that sends none; the title of a test is that of its check after the requirements. */
  #costOf({ name }: TestCase): number {
    const title = name.replace(/^(?:[A-Z]+-\d+ )+/, '')
    return costOf({ title, needs: [] }, this.#run).requests + costOfNone
  }
}
