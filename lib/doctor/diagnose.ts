import type { Exchange } from '../client/exchange.ts'
import type { Obstacle } from '../checks/errors.ts'
import { createApi } from '../run/api.ts'
import type { Check } from '../run/check.ts'
import { createGiven } from '../service/given/given.ts'
import { RunError } from '../config/errors.ts'
import type { Session } from '../run/session.ts'
import { silentOf } from '../run/check-cost.ts'
import { unmetNeed } from '../run/unmet-need.ts'
import type { Configuration, Effort } from '../config/configuration.ts'
import { controlNames } from '../config/controls.ts'
import type { DescriptionFound } from '../description/with-description.ts'
import { examineKeys, type ExaminedKey } from './examine-keys.ts'
import { findFixtures } from '../service/fixtures/find-fixtures.ts'
import type { FoundFixture } from '../service/fixtures/found-fixture.ts'
import { foreseeCases, type ForeseenCases, foreseeUntested, type ForeseenGroup, stopOf } from './foresee-untested.ts'
import { learnCreations, learnParameters, type LearnedDialect } from './learn-dialect.ts'
import { ofEach, planRun, secondsFor, type Plan } from './plan-run.ts'
import type { RequestsWatched, WatchedRateLimit } from './requests-watched.ts'

/** What a look at a target has shown, before any test. */
export interface Diagnosis {
  readonly target: {
    readonly name: string
    readonly baseUrl: string
    readonly mode: Configuration['mode']
    readonly traces: boolean
    readonly medianMs: number
    readonly rateLimit?: WatchedRateLimit
  }
  readonly keys: readonly ExaminedKey[]
  /** The target's own OpenAPI description. */
  readonly description?: DescriptionFound
  readonly dialect: LearnedDialect
  readonly fixtures: readonly FoundFixture[]
  readonly controls: { readonly supplied: readonly string[]; readonly missing: readonly string[] }
  readonly untested: readonly ForeseenGroup[]
  /** The number of cases, and how many of them a run would evaluate. */
  readonly cases: ForeseenCases
  /** Estimates: measured on the reference, for the checks that this target allows. */
  readonly plan: Plan & { readonly seconds: Readonly<Record<Effort, number>> }
  /** Requests that the look itself has sent. */
  readonly requests: number
}

/** A limit of the target that checks may exhaust must be at most this large. */
const spendableLimit = { requests: 120, windowSeconds: 60 } as const

interface Looking {
  readonly watched: RequestsWatched
  readonly checks: readonly Check[]
  readonly description?: DescriptionFound | undefined
}

/** Examines a target: its keys, dialect, fixtures and controls, and what a run would do with them. Throws `RunError`. */
export async function diagnose(session: Session, { watched, checks, description }: Looking): Promise<Diagnosis> {
  const { configuration, client, controls, dialect } = session
  const api = createApi(client, 'doctor')
  const first = await api.send('listWorkspaces')
  requireService(first, configuration.baseUrl)
  const keys = await examineKeys(client, configuration.keys, first)
  const parameters = await learnParameters(session)
  const given = createGiven(api, session)
  const productParameter =
    parameters.found['productParameter'] === undefined ? undefined : await dialect.productParameter()
  const fixtures = await findFixtures(api, given, productParameter)
  const creations = configuration.mode === 'read-write' ? await learnCreations(session) : { found: {}, missing: {} }
  const { rateLimit } = watched
  const { runnable, untested } = foreseeUntested(
    checks,
    (need) => unmetNeed(need, session, (one) => lackingIn(fixtures, one)) ?? unspendable(need, session, rateLimit),
    {
      stopping: stopOf({ creations, fixtures, workspaces: (await given.workspaces()).length }),
      silent: (check) => silentOf(check, configuration),
    },
  )
  const plan = planRun(runnable, configuration.mode)
  const { concurrency, maxRequestsPerSecond } = configuration
  return {
    target: {
      name: configuration.name,
      baseUrl: configuration.baseUrl,
      mode: configuration.mode,
      traces: configuration.allowTraces,
      medianMs: watched.medianMs,
      ...(rateLimit === undefined ? {} : { rateLimit }),
    },
    keys,
    ...(description === undefined ? {} : { description }),
    dialect: {
      found: dialect.describe(),
      missing: { ...parameters.missing, ...creations.missing },
      ...untriedBodies(configuration),
    },
    fixtures: [...fixtures, partNumberRuleOf(configuration)],
    controls: {
      supplied: controlNames.filter((name) => controls.has(name)),
      missing: controlNames.filter((name) => !controls.has(name)),
    },
    untested: [...untested, ...unshownIn(fixtures, untested)],
    cases: foreseeCases(checks, { runnable, mode: configuration.mode }),
    plan: timed(plan, { medianMs: watched.medianMs, concurrency, rateLimit, maxRequestsPerSecond }),
    requests: watched.count,
  }
}

/** What the records that are there leave out, and others may show; what is untested for another reason is told there. */
function unshownIn(fixtures: readonly FoundFixture[], untested: readonly ForeseenGroup[]): readonly ForeseenGroup[] {
  const told = new Set(untested.flatMap(({ ids }) => ids))
  return fixtures
    .filter(({ found }) => !found)
    .map(({ name, finding, subjects = [] }) => ({
      remedy: `the target must show ${name} (${finding})`,
      ids: subjects.filter((id) => !told.has(id)),
      isSure: false,
    }))
    .filter(({ ids }) => ids.length > 0)
}

function lackingIn(fixtures: readonly FoundFixture[], need: string): Obstacle | undefined {
  return fixtures.find(({ lacking }) => lacking?.needs === need)?.lacking
}

function untriedBodies({ mode, described }: Configuration): Pick<LearnedDialect, 'untried'> {
  if (mode === 'read-write' || described === undefined) return {}
  return {
    untried: Object.fromEntries(Object.entries(described.bodies).map(([name, [likeliest]]) => [name, likeliest])),
  }
}

function timed(plan: Plan, pace: Parameters<typeof secondsFor>[1]): Diagnosis['plan'] {
  const { total, serial } = plan
  const seconds = ofEach((effort) => secondsFor({ requests: total[effort].requests, serial: serial[effort] }, pace))
  return { ...plan, seconds }
}

/** No answer shows the required format of part numbers: it is declared, or a run generates its own. */
function partNumberRuleOf({ targetFile }: Configuration): FoundFixture {
  const rule = targetFile.fixtures?.partNumberRule
  return {
    name: 'part-number rule',
    found: rule !== undefined,
    finding: rule
      ? `declared: ${rule.pattern}`
      : 'no answer shows one; where part numbers need a format, declare fixtures.partNumberRule in the target file',
  }
}

/** An answer that is not a list of workspaces comes from another service, or from a broken one. */
function requireService(answer: Exchange, baseUrl: string): void {
  if (answer.status === 200 && answer.json !== undefined) return
  const what = answer.status === 200 ? '200 without JSON' : `${answer.status}`
  throw new RunError(
    `${baseUrl} answers ${what} to GET /v1/public/workspaces; check --base-url: the origin and any prefix before /v1/public`,
  )
}

/** The target's answers show whether its own limit is small enough to be exhausted. */
function unspendable(need: string, { controls }: Session, limit: WatchedRateLimit | undefined): Obstacle | undefined {
  if (!need.split('|').includes('small-limit') || controls.has('setRateLimit')) return undefined
  const isSmall =
    limit !== undefined && limit.limit <= spendableLimit.requests && limit.windowSeconds <= spendableLimit.windowSeconds
  if (isSmall) return undefined
  return {
    reason: 'missing-control',
    needs: need,
    remedy: 'supply the control setRateLimit (--controls FILE): the rate limit is too high to exhaust',
  }
}
