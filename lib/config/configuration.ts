import type { Connection } from './connection.ts'
import type { Against } from './read-against.ts'
import type { TargetKeys } from './read-keys.ts'
import type { DescribedDialect } from './described-dialect.ts'
import type { Shard } from './shard.ts'
import type { TargetFile } from './target-file.ts'

/** Every effort, the least first. */
export const efforts = ['smoke', 'quick', 'standard', 'thorough'] as const

/** The number of generated examples; the two lowest run only some of the checks, `smoke` one for each requirement. */
export type Effort = (typeof efforts)[number]

/** Whether a run of this effort leaves cases out. */
export function isPartial(effort: Effort): effort is 'smoke' | 'quick' {
  return effort === 'smoke' || effort === 'quick'
}

/** The default maximum of concurrent requests: gentle to a deployment, and enough to hide its latency. */
export const concurrencyByDefault = 8

/** All settings that a run needs before its first request. */
export interface Configuration extends Connection {
  /** No base URL was given: the embedded reference is the target, and its address is filled in after its start. */
  readonly embedded: boolean
  readonly name: string
  /** Origin and any prefix before `/v1/public`, without a slash at the end. */
  readonly baseUrl: string
  readonly keys: TargetKeys
  readonly mode: 'read-only' | 'read-write'
  readonly allowTraces: boolean
  readonly effort: Effort
  readonly seed: number
  /** A tag expression over requirement ids, areas, kinds and needs. */
  readonly only?: string
  /** A report: the run evaluates again what was violated, blocked or untested in it. */
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
  /** The form of standard output: for people, only the verdict, or events for a program. */
  readonly output: 'text' | 'quiet' | 'json'
  readonly targetFile: TargetFile
  readonly targetPath?: string
  readonly controlsModule?: string
  /** The target's own OpenAPI description: a URL, or the path of a file. */
  readonly openapi?: string
  /** What it says, once it has been read. */
  readonly described?: DescribedDialect
  /** An older deployment that gets the same requests, for comparison. */
  readonly against?: Against
  /** Eight random lower-case letters and digits: the mark of every record of this run. */
  readonly runId: string
}
