import type { Connection } from './connection.ts'
import type { Against } from './read-against.ts'
import type { TargetKeys } from './read-keys.ts'
import type { DescribedDialect } from './described-dialect.ts'
import type { Shard } from './shard.ts'
import type { TargetFile } from './target-file.ts'

/** Every effort, the least first. */
export const efforts = ['smoke', 'quick', 'standard', 'thorough'] as const

/** How many generated examples; the two least make a part of the checks alone, `smoke` one for each requirement. */
export type Effort = (typeof efforts)[number]

/** Whether a run of this effort leaves cases out. */
export function isPartial(effort: Effort): effort is 'smoke' | 'quick' {
  return effort === 'smoke' || effort === 'quick'
}

/** Requests in flight at most, where nothing else is said: gentle to a deployment, and enough to hide its latency. */
export const concurrencyByDefault = 8

/** Everything that a run has to know before its first request. */
export interface Configuration extends Connection {
  /** No base URL was given: the embedded reference is the target, and its address is filled in when it has started. */
  readonly embedded: boolean
  readonly name: string
  /** Origin plus any prefix before `/v1/public`, without a slash at its end. */
  readonly baseUrl: string
  readonly keys: TargetKeys
  readonly mode: 'read-only' | 'read-write'
  readonly allowTraces: boolean
  readonly effort: Effort
  readonly seed: number
  /** A tag expression over requirement ids, areas, kinds and needs. */
  readonly only?: string
  /** A report: what was violated, blocked or untested there is looked at again. */
  readonly rerun?: string
  readonly reportsDirectory: string
  readonly deviations?: string
  readonly writeDeviations?: string
  readonly documentedOnly: boolean
  readonly requireComplete: boolean
  readonly concurrency: number
  readonly maxRequestsPerSecond?: number
  readonly maxRequests?: number
  readonly deadlineSeconds?: number
  readonly shard?: Shard
  readonly allure: boolean
  /** Whether the run ends at the first violated requirement. */
  readonly bail: boolean
  /** What standard output is: for people, the verdict alone, or events for a program. */
  readonly output: 'text' | 'quiet' | 'json'
  readonly targetFile: TargetFile
  readonly targetPath?: string
  readonly controlsModule?: string
  /** The target's own OpenAPI description: a URL, or the path of a file. */
  readonly openapi?: string
  /** What it says, once it has been read. */
  readonly described?: DescribedDialect
  /** An older deployment that gets the same requests, to be compared. */
  readonly against?: Against
  /** Eight random lower-case letters and digits: the mark of everything that this run makes. */
  readonly runId: string
}
