import type { Check } from '../run/check.ts'
import { teardownArea, discoveryArea, groupOf, type Cost, type CostGroup } from './cost-group.ts'
import type { WatchedRateLimit } from './requests-watched.ts'
import costs from './costs.json' with { type: 'json' }

const efforts = ['quick', 'standard', 'thorough'] as const

type EffortName = (typeof efforts)[number]

export interface PlannedCost {
  readonly requests: number
  readonly writes: number
  /** Part numbers that retire for good. */
  readonly partNumbers: number
  /** Uploads, which a deployment may keep when their product is gone. */
  readonly files: number
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
  const tallies = new Map<string, Record<EffortName, Cost>>()
  const add = (area: string, group: CostGroup, share: number): void => {
    const tally = tallies.get(area) ?? { quick: nothing, standard: nothing, thorough: nothing }
    tallies.set(area, tally)
    for (const effort of efforts) {
      const [requests, writes, partNumbers, files] = tally[effort]
      const [more, moreWrites, moreNumbers, moreFiles] = group[effort]
      tally[effort] = [
        requests + more * share,
        writes + moreWrites * share,
        partNumbers + moreNumbers * share,
        files + moreFiles * share,
      ]
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

const nothing: Cost = [0, 0, 0, 0]

function groupsIn(mode: 'read-only' | 'read-write'): readonly CostGroup[] {
  return costs[mode].map((group) => ({
    ...group,
    quick: costOf(group.quick),
    standard: costOf(group.standard),
    thorough: costOf(group.thorough),
  }))
}

function costOf([requests = 0, writes = 0, partNumbers = 0, files = 0]: readonly number[]): Cost {
  return [requests, writes, partNumbers, files]
}

function rowOf(area: string, tally: Record<EffortName, Cost>): PlannedRow {
  return { area, quick: cost(tally.quick), standard: cost(tally.standard), thorough: cost(tally.thorough) }
}

function cost([requests, writes, partNumbers, files]: Cost): PlannedCost {
  return {
    requests: Math.round(requests),
    writes: Math.round(writes),
    partNumbers: Math.round(partNumbers),
    files: Math.round(files),
  }
}

function totalOf(rows: readonly PlannedRow[]): PlannedRow {
  const sum = (effort: EffortName): PlannedCost => {
    const total = (of: keyof PlannedCost): number => rows.reduce((all, row) => all + row[effort][of], 0)
    return {
      requests: total('requests'),
      writes: total('writes'),
      partNumbers: total('partNumbers'),
      files: total('files'),
    }
  }
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
