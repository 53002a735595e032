import { toBeFilledIn } from '../config/read-deviations.ts'
import { isOfFirstVersion } from '../checks/signature-of.ts'
import type { ConformanceReport, Deviation, ReportedRequirement } from './conformance-report.ts'

const daysAccepted = 90

export interface TodaysDeviations {
  /** Entries that stay as they are: still violated, or not evaluated. */
  readonly kept: readonly Deviation[]
  /** Violations that no entry lists yet, with a reason and an owner to be filled in. */
  readonly added: readonly Deviation[]
  /** Entries that no longer say anything true of the target. */
  readonly removed: readonly Deviation[]
}

/** A deviations file brought up to what a run has found; what people have written in it is theirs and stays. */
export function todaysDeviations(report: ConformanceReport, existing: readonly Deviation[]): TodaysDeviations {
  const found = report.requirements.flatMap(({ id, findings }) =>
    findings.map(({ signature }) => ({ requirement: id, signature })),
  )
  const listed = new Set(existing.map((entry) => keyOf(entry)))
  const seen = new Set(found.map((entry) => keyOf(entry)))
  const stays = (entry: Deviation): boolean => seen.has(keyOf(entry)) || wasNotEvaluated(entry, report)
  const expires = dayAfter(report.target.startedAt, daysAccepted)
  return {
    kept: existing.filter((entry) => stays(entry)),
    removed: existing.filter((entry) => !stays(entry)),
    added: found
      .filter((entry) => !listed.has(keyOf(entry)))
      .map((entry) => ({
        reason: toBeFilledIn,
        owner: toBeFilledIn,
        expires,
        ...takenOver(entry, existing),
        ...entry,
      })),
  }
}

/** What people have written of a finding when it had a signature of 0.1.0. */
function takenOver(
  { requirement }: Pick<Deviation, 'requirement'>,
  existing: readonly Deviation[],
): Partial<Pick<Deviation, 'reason' | 'owner' | 'expires'>> {
  const old = existing.find((entry) => entry.requirement === requirement && isOfFirstVersion(entry.signature))
  return old ? { reason: old.reason, owner: old.owner, expires: old.expires } : {}
}

/** In a part of a run the check that has found it may have been left out: what the others say is not enough. */
function wasNotEvaluated({ requirement }: Deviation, { requirements }: ConformanceReport): boolean {
  const row = requirements.find(({ id }) => id === requirement)
  if (row === undefined) return false
  return row.verdict === 'untested' || (row.verdict === 'violated' && isPartial(requirements))
}

function isPartial(requirements: readonly ReportedRequirement[]): boolean {
  return requirements.some(({ untested }) => untested?.reason === 'not-selected')
}

function keyOf({ requirement, signature }: Pick<Deviation, 'requirement' | 'signature'>): string {
  return `${requirement} ${signature}`
}

function dayAfter(moment: string, days: number): string {
  return new Date(Date.parse(moment) + days * 86_400_000).toISOString().slice(0, 10)
}
