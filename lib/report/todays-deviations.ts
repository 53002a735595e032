import { toBeFilledIn } from '../config/read-deviations.ts'
import { isOfFirstVersion } from '../checks/signature-of.ts'
import { isPartial } from '../config/configuration.ts'
import type { ConformanceReport, Deviation, ReportedRequirement } from './conformance-report.ts'
import { signaturesIn } from './known-deviations.ts'

const daysAccepted = 90

export interface TodaysDeviations {
  /** Entries that stay, by their place in the file: still violated, or not evaluated. What they no longer accept anything by is left out. */
  readonly kept: ReadonlyMap<number, Deviation>
  /** Requirements with violations that no entry lists yet, with a reason and an owner to be filled in. */
  readonly added: readonly Deviation[]
  /** How many entries no longer say anything true of the target. */
  readonly removed: number
}

/** A deviations file brought up to what a run has found, one entry a requirement; what people have written in it is theirs and stays. */
export function todaysDeviations(report: ConformanceReport, existing: readonly Deviation[]): TodaysDeviations {
  const found = new Map<string, readonly string[]>(
    report.requirements.map(({ id, findings }) => [id, findings.map(({ signature }) => signature)]),
  )
  const kept = new Map<number, Deviation>()
  for (const [index, entry] of existing.entries()) {
    const stays = stillTrue(entry, { found: found.get(entry.requirement) ?? [], report })
    if (stays) kept.set(index, stays)
  }
  const expires = dayAfter(report.target.startedAt, daysAccepted)
  const added = [...found].flatMap(([requirement, signatures]): readonly Deviation[] => {
    const open = signatures.filter((signature) => !isListed([...kept.values()], { requirement, signature }))
    const [first, ...others] = open
    if (first === undefined) return []
    const written = { reason: toBeFilledIn, owner: toBeFilledIn, expires, ...takenOver(requirement, existing) }
    return [{ requirement, signature: others.length === 0 ? first : open, ...written }]
  })
  return { kept, added, removed: existing.length - kept.size }
}

interface Seen {
  /** The signatures of today's findings of the requirement. */
  readonly found: readonly string[]
  readonly report: ConformanceReport
}

/** An entry without the signatures that nothing has any more; `undefined` where none is left. */
function stillTrue(entry: Deviation, { found, report }: Seen): Deviation | undefined {
  if (wasNotEvaluated(entry, report)) return entry
  const listed = signaturesIn(entry.signature)
  if (listed === undefined) return found.length > 0 ? entry : undefined
  const left = listed.filter((signature) => found.includes(signature))
  if (left.length === listed.length || left.length === 0) return left.length === 0 ? undefined : entry
  return { ...entry, signature: left }
}

function isListed(
  entries: readonly Deviation[],
  { requirement, signature }: { readonly requirement: string; readonly signature: string },
): boolean {
  return entries.some(
    (entry) => entry.requirement === requirement && (signaturesIn(entry.signature)?.includes(signature) ?? true),
  )
}

/** What people have written of a requirement when its findings had signatures of 0.1.0. */
function takenOver(
  requirement: string,
  existing: readonly Deviation[],
): Partial<Pick<Deviation, 'reason' | 'owner' | 'expires'>> {
  const old = existing.find(
    (entry) =>
      entry.requirement === requirement && (signaturesIn(entry.signature) ?? []).some((one) => isOfFirstVersion(one)),
  )
  return old ? { reason: old.reason, owner: old.owner, expires: old.expires } : {}
}

/** In a part of a run the check that has found it may have been left out: what the others say is not enough. */
function wasNotEvaluated({ requirement }: Deviation, { requirements, target }: ConformanceReport): boolean {
  if (isPartial(target.effort)) return true
  const row = requirements.find(({ id }) => id === requirement)
  if (row === undefined) return false
  return row.verdict === 'untested' || (row.verdict === 'violated' && isOfSelection(requirements))
}

function isOfSelection(requirements: readonly ReportedRequirement[]): boolean {
  return requirements.some(({ untested }) => untested?.reason === 'not-selected')
}

function dayAfter(moment: string, days: number): string {
  return new Date(Date.parse(moment) + days * 86_400_000).toISOString().slice(0, 10)
}
