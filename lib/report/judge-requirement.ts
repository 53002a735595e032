import type { Evidence, JournalRecord } from '../checks/journal.ts'
import type { Requirement } from '../contract/requirement.ts'
import type { Obstacle } from '../checks/errors.ts'
import type { ReportedRequirement, RequirementVerdict } from './conformance-report.ts'
import { shortened } from './escape.ts'
import { casesOf, notReached, notSelected, type SeenCases } from './cases-of.ts'
import { mostTelling } from './most-telling.ts'
import { reportEvidence } from './report-evidence.ts'
import { reportFinding } from './report-finding.ts'
import type { RunFacts } from './run-facts.ts'

const longestValue = 500

/** What a run has observed of one requirement. */
export type Seen = Pick<JournalRecord, 'findings' | 'observations'> &
  SeenCases & { readonly evidence?: Evidence | undefined }

/** The verdict of one requirement with its evidence; an open one is never violated. */
export function judgeRequirement(requirement: Requirement, seen: Seen, run: RunFacts): ReportedRequirement {
  const verdict = verdictOf(requirement, seen)
  const findings = verdict === 'violated' ? seen.findings.map((finding) => reportFinding(finding, run)) : []
  const unknownFirst = [...findings.filter((finding) => !finding.known), ...findings.filter((finding) => finding.known)]
  return {
    id: requirement.id,
    area: requirement.area,
    kind: requirement.kind,
    statement: requirement.statement,
    source: requirement.source,
    verdict,
    checks: new Set([...seen.evaluations, ...seen.findings].map(({ check }) => check)).size,
    cases: casesOf(requirement.id, seen, run),
    ...(run.documentedOnly === true && requirement.kind === 'implied' ? { counts: false as const } : {}),
    ...(verdict === 'untested' ? { untested: whyUntested(requirement, seen, run) } : {}),
    findings: unknownFirst,
    ...(verdict === 'untested' ? {} : { evidence: reportEvidence(verdict, seen) }),
    observations: observationsOf(seen),
  }
}

function verdictOf(requirement: Requirement, seen: Seen): RequirementVerdict {
  if (requirement.kind === 'open')
    return seen.evaluations.length + seen.observations.length > 0 ? 'observed' : 'untested'
  if (seen.findings.length > 0) return 'violated'
  // What a finding spoke against is not shown by the checks that found nothing, whatever explains the finding.
  if (seen.untested.some(({ isConsequence }) => isConsequence)) return 'untested'
  return seen.evaluations.length > 0 ? 'conforms' : 'untested'
}

function whyUntested(requirement: Requirement, seen: Seen, run: RunFacts): Obstacle {
  const told = mostTelling(seen.untested.filter(({ isConsequence }) => isConsequence)) ?? mostTelling(seen.untested)
  if (told) return told
  const leftOut = run.selected?.has(requirement.id) === true ? undefined : notSelected(run)
  const unwritten: Obstacle = { reason: 'not-written', cause: 'no check of this requirement is in this version' }
  return leftOut ?? notReached(run) ?? unwritten
}

function observationsOf(seen: Seen): ReportedRequirement['observations'] {
  const distinct = new Map(
    seen.observations.map(({ name, value }) => [`${name}\n${value}`, { name, value: shortened(value, longestValue) }]),
  )
  return [...distinct.values()]
}
