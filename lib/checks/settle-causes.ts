import type { RequirementId } from '../contract/requirement.ts'
import type { Finding } from './finding.ts'
import type { JournalRecord, Untested } from './journal.ts'

/**
 * A model run or a race also sees what a plainer check finds already. One broken rule is one violated requirement:
 * a finding that a more particular violation causes is no finding of its own; its check was blocked by that one.
 */
export function settleCauses(record: JournalRecord): JournalRecord {
  const standing = findingsThatStand(record.findings)
  const violated = new Set([...standing].map(({ requirement }) => requirement))
  const caused = record.findings
    .filter((finding) => !standing.has(finding))
    .map((finding) => ({ finding, by: causesOf(finding).filter((id) => violated.has(id)) }))
  if (caused.length === 0) return record
  const gone = new Set(caused.map(({ finding }) => finding))
  const blocked = new Set(caused.map(({ finding: { requirement, check } }) => `${requirement}\n${check}`))
  return {
    ...record,
    findings: record.findings.filter((finding) => !gone.has(finding)),
    evaluations: record.evaluations.filter(({ requirement, check }) => !blocked.has(`${requirement}\n${check}`)),
    untested: [...record.untested, ...caused.map(({ finding, by }) => blockedCheck(finding, by))],
  }
}

/** A finding with a cause is no cause itself; those that cause each other in a circle all stand. */
function findingsThatStand(findings: readonly Finding[]): ReadonlySet<Finding> {
  const standing = new Set<Finding>()
  let open = findings
  while (open.length > 0) {
    const violated = new Set([...standing].map(({ requirement }) => requirement))
    const left = open.filter((finding) => !causesOf(finding).some((id) => violated.has(id)))
    const unsettled = new Set(left.map(({ requirement }) => requirement))
    const plain = left.filter((finding) => !causesOf(finding).some((id) => unsettled.has(id)))
    for (const finding of plain.length === 0 ? left : plain) standing.add(finding)
    open = plain.length === 0 ? [] : left.filter((finding) => !plain.includes(finding))
  }
  return standing
}

function causesOf({ requirement, causedBy = [] }: Finding): readonly RequirementId[] {
  return causedBy.filter((id) => id !== requirement)
}

function blockedCheck({ requirement, check }: Finding, blockedBy: readonly RequirementId[]): Untested {
  return {
    requirement,
    check,
    reason: 'blocked',
    blockedBy,
    remedy: `fix ${blockedBy.join(', ')} first: it is the cause of what this check found`,
  }
}
