import type { RequirementId } from '../contract/requirement.ts'
import type { Finding } from './finding.ts'
import type { JournalRecord, Untested } from './journal.ts'
import { canExplain } from './symptom.ts'

/**
 * A model run or a race also sees what a plainer check finds already. One broken rule is one violated requirement:
 * a finding that a more particular violation explains is no finding of its own; its check was blocked by that one.
 */
export function settleCauses(record: JournalRecord): JournalRecord {
  const standing = findingsThatStand(record.findings)
  const kept = new Set([...standing.values()].flat())
  const caused = record.findings
    .filter((finding) => !kept.has(finding))
    .map((finding) => ({ finding, by: causesAmong(standing, finding) }))
  if (caused.length === 0) return record
  const blocked = new Set(caused.map(({ finding: { requirement, check } }) => `${requirement}\n${check}`))
  return {
    ...record,
    findings: record.findings.filter((finding) => kept.has(finding)),
    evaluations: record.evaluations.filter(({ requirement, check }) => !blocked.has(`${requirement}\n${check}`)),
    untested: [...record.untested, ...caused.map(({ finding, by }) => blockedCheck(finding, by))],
  }
}

/** Findings by the requirement that they break. */
type ByRequirement = Map<RequirementId, Finding[]>

/** A finding with a cause is no cause itself; those that cause each other in a circle all stand. */
function findingsThatStand(findings: readonly Finding[]): ByRequirement {
  const standing: ByRequirement = new Map()
  let open = findings
  while (open.length > 0) {
    const left = open.filter((finding) => causesAmong(standing, finding).length === 0)
    const unsettled = Map.groupBy(left, ({ requirement }) => requirement)
    const plain = new Set(left.filter((finding) => causesAmong(unsettled, finding).length === 0))
    for (const finding of plain.size === 0 ? left : plain)
      standing.set(finding.requirement, [...(standing.get(finding.requirement) ?? []), finding])
    open = plain.size === 0 ? [] : left.filter((finding) => !plain.has(finding))
  }
  return standing
}

/** Reads that lag behind writes: whatever is told of such a read, that is why. */
const late = 'GEN-06'

/** The requirements that a finding names as its causes and that findings of them can explain it by. */
function causesAmong(
  findings: ByRequirement,
  { requirement, causedBy = [], symptom }: Finding,
): readonly RequirementId[] {
  const explains = (cause: Finding): boolean => canExplain(cause.symptom, symptom)
  const named = causedBy.filter((id) => id !== requirement && (findings.get(id)?.some(explains) ?? false))
  const isLate =
    requirement !== late &&
    symptom?.stale !== undefined &&
    findings.get(late)?.some((cause) => cause.symptom?.stale === symptom.stale) === true
  return isLate ? [...new Set([...named, late] as const)] : named
}

function blockedCheck({ requirement, check }: Finding, blockedBy: readonly RequirementId[]): Untested {
  return {
    requirement,
    check,
    isConsequence: true,
    reason: 'blocked',
    blockedBy,
    remedy: `fix ${blockedBy.join(', ')} first: the finding of this check follows from it`,
  }
}
