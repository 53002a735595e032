import type { RequirementId } from '../contract/requirement.ts'
import type { JournalRecord, RecordedFinding, Untested } from './journal.ts'

/**
 * A model run or a race also sees what a plainer check objects to already. One broken rule is one violated requirement:
 * a finding that a more particular violation explains is no finding of its own; its check was blocked by that one.
 */
export function settleExplained(record: JournalRecord): JournalRecord {
  const direct = new Set(
    record.findings.filter(({ explainedBy }) => explainedBy === undefined).map(({ requirement }) => requirement),
  )
  const explained = record.findings.flatMap((finding) => {
    const by = (finding.explainedBy ?? []).filter((id) => direct.has(id))
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

function blockedCheck({ requirement, check }: RecordedFinding, blockedBy: readonly RequirementId[]): Untested {
  return {
    requirement,
    check,
    reason: 'blocked',
    blockedBy,
    enable: `mend ${blockedBy.join(', ')} first: that explains what this check saw`,
  }
}
