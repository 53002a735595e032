import type { RequirementId } from '../contract/requirement.ts'
import type { JournalRecord, RecordedFinding, Untested } from './journal.ts'

/**
 * A model run or a race also sees what a plainer check objects to already. One broken rule is one violated requirement:
 * a finding that a more particular violation explains is no finding of its own; its check was blocked by that one.
 */
export function settleExplained(record: JournalRecord): JournalRecord {
  const standing = requirementsThatStand(record.findings)
  const explained = record.findings.flatMap((finding) => {
    const by = explainersOf(finding).filter((id) => standing.has(id))
    return by.length === 0 ? [] : [{ finding, by }]
  })
  if (explained.length === 0) return record
  const gone = new Set(explained.map(({ finding }) => finding))
  const blocked = new Set(explained.map(({ finding: { requirement, check } }) => `${requirement}\n${check}`))
  return {
    ...record,
    findings: record.findings.filter((finding) => !gone.has(finding)),
    looks: record.looks.filter(({ requirement, check }) => !blocked.has(`${requirement}\n${check}`)),
    untested: [...record.untested, ...explained.map(({ finding, by }) => blockedCheck(finding, by))],
  }
}

/** A finding that is itself explained explains nothing; those that explain each other in a circle all stand. */
function requirementsThatStand(findings: readonly RecordedFinding[]): ReadonlySet<RequirementId> {
  const standing = new Set<RequirementId>()
  let open = findings
  while (open.length > 0) {
    const left = open.filter((finding) => !explainersOf(finding).some((id) => standing.has(id)))
    const unsettled = new Set(left.map(({ requirement }) => requirement))
    const plain = left.filter((finding) => !explainersOf(finding).some((id) => unsettled.has(id)))
    for (const { requirement } of plain.length === 0 ? left : plain) standing.add(requirement)
    open = plain.length === 0 ? [] : left.filter((finding) => !plain.includes(finding))
  }
  return standing
}

function explainersOf({ requirement, explainedBy = [] }: RecordedFinding): readonly RequirementId[] {
  return explainedBy.filter((id) => id !== requirement)
}

function blockedCheck({ requirement, check }: RecordedFinding, blockedBy: readonly RequirementId[]): Untested {
  return {
    requirement,
    check,
    reason: 'blocked',
    blockedBy,
    enable: `mend ${blockedBy.join(', ')} first: that explains what this check saw`,
  }
}
