import type { RequirementId } from '../contract/requirement.ts'
import type { Finding } from './finding.ts'
import type { JournalRecord, Untested } from './journal.ts'
import { isCauseOf } from './is-cause-of.ts'

/**
 * A model run or a race also sees what a plainer check finds already. One broken rule is one violated requirement:
 * a finding that a more particular violation explains is no finding of its own; its check was blocked by that one.
 */
export function settleCauses(record: JournalRecord): JournalRecord {
  const standing = findingsThatStand(record.findings)
  const kept = new Set(standing)
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

/** A finding with a cause is no cause itself; those that cause each other in a circle all stand. */
export function findingsThatStand(findings: readonly Finding[]): readonly Finding[] {
  const standing: Finding[] = []
  let open = findings
  while (open.length > 0) {
    const left = open.filter((finding) => causesAmong(standing, finding).length === 0)
    const plain = left.filter((finding) => causesAmong(left, finding).length === 0)
    standing.push(...(plain.length === 0 ? left : plain))
    open = plain.length === 0 ? [] : left.filter((finding) => !plain.includes(finding))
  }
  return standing
}

function causesAmong(findings: readonly Finding[], found: Finding): readonly RequirementId[] {
  return [...new Set(findings.filter((cause) => isCauseOf(cause, found)).map(({ requirement }) => requirement))]
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
