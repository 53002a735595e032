import { efforts, type Configuration, type Effort } from '../config/configuration.ts'
import { areaOf, costOf, measuredCost, ownCost, setUpsOf, sumOf, type Cost, type Expense } from '../run/check-cost.ts'
import type { Check } from '../run/check.ts'
import { planChecks } from '../run/planned-checks.ts'
import { requestsForRemoval } from '../run/request-bound.ts'
import type { WatchedRateLimit } from './requests-watched.ts'

export type PlannedCost = Omit<Cost, 'products'>

export type PlannedRow = Readonly<Record<Effort, PlannedCost>> & { readonly area: string }

/** Requests and writes of a run, by area and effort: estimates, measured on the reference. */
export interface Plan {
  readonly mode: Configuration['mode']
  readonly checks: number
  readonly areas: readonly PlannedRow[]
  readonly total: PlannedRow
  /** Requests of checks that run one by one. */
  readonly serial: Readonly<Record<Effort, number>>
}

/** The row of the requests that learn the dialect and find earlier records. */
export const discoveryArea = 'discovery'
/** The row of the requests that remove the run's records. */
const teardownArea = 'teardown'

/** Estimates the requests of a run of these checks, whose needs are all met. */
export function planRun(checks: readonly Check[], mode: Configuration['mode']): Plan {
  const plans = efforts.map((effort) => [effort, tallyOf(checks, { mode, effort })] as const)
  const areas = [...new Set(plans.flatMap(([, tally]) => [...tally.keys()]))]
  const rows = areas.map((area) => rowOf(area, (effort) => new Map(plans).get(effort)?.get(area) ?? nothing))
  const total = rowOf('all', (effort) => rows.map((row) => ({ ...nothing, ...row[effort] })).reduce(sumOf, nothing))
  const serial = (effort: Effort): number =>
    Math.round(
      planChecks(checks, { mode, effort }, { isRunnable: () => true })
        .filter((check) => check.serial)
        .reduce((sum, check) => sum + costOf(check, { mode, effort }).requests, 0),
    )
  return { mode, checks: checks.length, areas: rows, total, serial: ofEach(serial) }
}

const nothing: Cost = { requests: 0, writes: 0, partNumbers: 0, files: 0, products: 0 }

function tallyOf(checks: readonly Check[], run: Expense): Map<string, Cost> {
  const paid = new Set<number>()
  const tally = new Map<string, Cost>()
  const add = (area: string, cost: Cost): void => {
    tally.set(area, sumOf(tally.get(area) ?? nothing, cost))
  }
  for (const check of planChecks(checks, run, { isRunnable: () => true })) {
    add(areaOf(check), ownCost(check, run))
    // Whoever asks for a set-up first sends what makes it.
    for (const { place, cost } of setUpsOf(check, run).filter((setUp) => !paid.has(setUp.place))) {
      paid.add(place)
      add(areaOf(check), cost)
    }
  }
  const { products } = [...tally.values()].reduce(sumOf, nothing)
  add(teardownArea, { ...nothing, requests: products * requestsForRemoval, writes: products })
  for (const area of [discoveryArea, teardownArea]) add(area, measuredCost(area, run) ?? nothing)
  return tally
}

function rowOf(area: string, costAt: (effort: Effort) => PlannedCost): PlannedRow {
  const rounded = (effort: Effort): PlannedCost => {
    const { requests, writes, partNumbers, files } = costAt(effort)
    return {
      requests: Math.round(requests),
      writes: Math.round(writes),
      partNumbers: Math.round(partNumbers),
      files: Math.round(files),
    }
  }
  return { area, ...ofEach(rounded) }
}

/** The same of each effort. */
export function ofEach<Value>(of: (effort: Effort) => Value): Record<Effort, Value> {
  return { smoke: of('smoke'), quick: of('quick'), standard: of('standard'), thorough: of('thorough') }
}

interface Pace {
  readonly medianMs: number
  readonly concurrency: number
  readonly rateLimit: WatchedRateLimit | undefined
  readonly maxRequestsPerSecond: number | undefined
}

/** Milliseconds of the suite itself for one request, mostly in one thread; and for its start and its reports. */
const ownMs = { request: 1.5, run: 2000 } as const

/**
 * Seconds for this number of requests, of which some are sent one by one: by latency, concurrency and the suite's own work, by
 * the target's rate limit, or by `--max-rps`, whichever is longest.
 */
export function secondsFor(
  { requests, serial }: { readonly requests: number; readonly serial: number },
  { medianMs, concurrency, rateLimit, maxRequestsPerSecond }: Pace,
): number {
  const sideBySide = (requests - serial) * Math.max(medianMs / concurrency, ownMs.request)
  const byLatency = (ownMs.run + sideBySide + serial * (medianMs + ownMs.request)) / 1000
  const byLimit = rateLimit ? Math.floor(requests / rateLimit.limit) * rateLimit.windowSeconds : 0
  const bySpacing = maxRequestsPerSecond === undefined ? 0 : requests / maxRequestsPerSecond
  return Math.max(byLatency, byLimit, bySpacing)
}
