import type { Check } from '../run/check.ts'
import { teardownArea, discoveryArea, groupOf, type Cost, type CostGroup } from './cost-group.ts'
import type { WatchedRateLimit } from './requests-watched.ts'
import costs from './costs.json' with { type: 'json' }

const efforts = ['quick', 'standard', 'thorough'] as const

type EffortName = (typeof efforts)[number]

export interface PlannedCost {
  readonly requests: number
  readonly writes: number
}

export type PlannedRow = Readonly<Record<EffortName, PlannedCost>> & { readonly area: string }

/** Requests and writes of a run, by area and effort: estimates, measured on the reference. */
export interface Plan {
  readonly mode: 'read-only' | 'read-write'
  readonly checks: number
  readonly areas: readonly PlannedRow[]
  readonly total: PlannedRow
}

/** Estimates what a run of these checks would send. */
export function planRun(checks: readonly Check[], mode: 'read-only' | 'read-write'): Plan {
  const measured = new Map(groupsIn(mode).map((group) => [`${group.area}\n${group.needs}`, group]))
  const tallies = new Map<string, Record<EffortName, [number, number]>>()
  const add = (area: string, group: CostGroup, share: number): void => {
    const tally = tallies.get(area) ?? { quick: [0, 0], standard: [0, 0], thorough: [0, 0] }
    tallies.set(area, tally)
    for (const effort of efforts) {
      tally[effort][0] += group[effort][0] * share
      tally[effort][1] += group[effort][1] * share
    }
  }
  for (const check of checks) {
    const { area, needs } = groupOf(check)
    const group = measured.get(`${area}\n${needs}`)
    // Each check of a group counts as its share: one that was added since costs what the others do.
    if (group) add(area, group, 1 / group.checks)
  }
  for (const area of [discoveryArea, teardownArea]) {
    const group = measured.get(`${area}\n`)
    if (group) add(area, group, 1)
  }
  const areas = [...tallies].map(([area, tally]) => rowOf(area, tally))
  return { mode, checks: checks.length, areas, total: totalOf(areas) }
}

function groupsIn(mode: 'read-only' | 'read-write'): readonly CostGroup[] {
  return costs[mode].map((group) => ({
    ...group,
    quick: pairOf(group.quick),
    standard: pairOf(group.standard),
    thorough: pairOf(group.thorough),
  }))
}

function pairOf([requests = 0, writes = 0]: readonly number[]): Cost {
  return [requests, writes]
}

function rowOf(area: string, tally: Record<EffortName, [number, number]>): PlannedRow {
  return { area, quick: cost(tally.quick), standard: cost(tally.standard), thorough: cost(tally.thorough) }
}

function cost([requests, writes]: Cost): PlannedCost {
  return { requests: Math.round(requests), writes: Math.round(writes) }
}

function totalOf(rows: readonly PlannedRow[]): PlannedRow {
  const sum = (effort: EffortName): PlannedCost => ({
    requests: rows.reduce((total, row) => total + row[effort].requests, 0),
    writes: rows.reduce((total, row) => total + row[effort].writes, 0),
  })
  return { area: 'all', quick: sum('quick'), standard: sum('standard'), thorough: sum('thorough') }
}

interface Pace {
  readonly medianMs: number
  readonly concurrency: number
  readonly rateLimit: WatchedRateLimit | undefined
  readonly maxRequestsPerSecond: number | undefined
}

/** Seconds that so many requests take: by latency and concurrency, by the target's rate limit, or by `--max-rps`, whichever is longest. */
export function secondsFor(requests: number, { medianMs, concurrency, rateLimit, maxRequestsPerSecond }: Pace): number {
  const byLatency = (requests * medianMs) / 1000 / concurrency
  const byLimit = rateLimit ? Math.floor(requests / rateLimit.limit) * rateLimit.windowSeconds : 0
  const bySpacing = maxRequestsPerSecond === undefined ? 0 : requests / maxRequestsPerSecond
  return Math.max(byLatency, byLimit, bySpacing)
}
