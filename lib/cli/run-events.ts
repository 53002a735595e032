import { output } from '../client/output.ts'
import { redact } from '../client/redactor.ts'
import type { Configuration } from '../config/configuration.ts'
import type { ConformanceReport } from '../report/conformance-report.ts'
import type { ExitCode } from '../report/judge-target.ts'

/** An event of a run with `--json`, one per line: `schemas/formats/run-event.json`. */
export type RunEvent =
  | {
      readonly event: 'started'
      readonly target: { readonly name: string; readonly baseUrl?: string }
      readonly mode: Configuration['mode']
      readonly effort: Configuration['effort']
      readonly seed: number
    }
  | {
      readonly event: 'progress'
      readonly phase: string
      readonly area?: string
      readonly checks: { readonly done: number; readonly total: number }
      readonly violated: readonly string[]
      readonly waiting?: { readonly for: string; readonly seconds?: number }
      readonly secondsLeft?: number
    }
  | { readonly event: 'violated'; readonly requirement: string; readonly statement: string }
  | {
      readonly event: 'ended'
      readonly verdict: ConformanceReport['verdict']
      readonly exitCode: ExitCode
      readonly summary?: ConformanceReport['summary']
      readonly violated?: readonly string[]
      readonly reports?: string
      readonly reason?: string
    }

/** Prints an event where the run was asked for events. */
export function emit({ output: form }: Pick<Configuration, 'output'>, event: RunEvent): void {
  if (form === 'json') output.exact(`${redact(JSON.stringify({ at: new Date().toISOString(), ...event }))}\n`)
}
