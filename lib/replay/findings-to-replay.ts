import type { Finding } from '../checks/finding.ts'
import { RunError } from '../config/errors.ts'
import { nearestWord } from '../config/nearest-word.ts'
import { requirementsDigest } from '../contract/requirement.ts'
import type { ConformanceReport } from '../report/conformance-report.ts'
import type { Check } from '../run/check.ts'

/** A report, when it was read, and the version of the suite that reads it. */
export interface ReadReport {
  readonly report: ConformanceReport
  readonly path: string
  readonly version: string
}

const signature = /^[0-9a-f]{12}$/i

/** The findings that an argument names: all of a requirement, or the one with a signature. Throws `RunError`. */
export function findingsToReplay(word: string, read: ReadReport): readonly Finding[] {
  refuseOtherVersion(read)
  const { report, path } = read
  const all = report.requirements.flatMap(({ findings }) => findings)
  const found = signature.test(word)
    ? all.filter((finding) => finding.signature === word.toLowerCase())
    : findingsOf(word.toUpperCase(), read)
  if (found.length > 0) return found
  const ids = [...new Set(all.map(({ requirement }) => requirement))]
  const instead = ids.length === 0 ? 'the report has no violation' : `it has findings of ${ids.join(', ')}`
  throw new RunError(`${path} has no finding ${signature.test(word) ? 'with the signature' : 'of'} ${word}; ${instead}`)
}

function findingsOf(id: string, { report: { requirements } }: ReadReport): readonly Finding[] {
  const row = requirements.find((one) => one.id === id)
  if (row) return row.findings
  const meant = nearestWord(
    id,
    requirements.map((one) => one.id),
  )
  const question = meant === undefined ? '' : `; did you mean ${meant}?`
  throw new RunError(`unknown requirement or signature "${id}"${question}; see list requirements`)
}

/** Another version may have other claims, and other signatures. */
function refuseOtherVersion({ report: { suite, settings }, path, version }: ReadReport): void {
  const isOther = suite.version !== version || suite.requirementsDigest !== requirementsDigest()
  if (!isOther && settings !== undefined) return
  const made = suite.version === version ? 'another state' : `version ${suite.version}`
  throw new RunError(`${path} was made by ${made} of the suite, and this is version ${version}; run the suite again`)
}

/** A finding, and the checks that show it again. */
export interface SoughtFinding {
  readonly finding: Finding
  readonly checks: readonly Check[]
}

/** Findings with the checks behind each. Throws `RunError` if a check no longer exists. */
export function withChecks(findings: readonly Finding[], checks: readonly Check[]): readonly SoughtFinding[] {
  return findings.map((finding) => ({ finding, checks: checksBehind(finding, checks) }))
}

/**
 * The check with the claim, after those that had changed its records; for a passive check, the checks that sent the exchanges.
 * Requests without a check, such as those that learn the dialect, are sent for any check that needs them.
 */
function checksBehind(
  { requirement, check, foundIn, changedIn = [] }: Finding,
  checks: readonly Check[],
): readonly Check[] {
  const titles = foundIn ?? [check]
  const named = checks.filter(({ title }) => titles.includes(title))
  if (named.length > 0) return [...checks.filter(({ title }) => changedIn.includes(title)), ...named]
  const related = checks.filter(({ verifies, covers }) => [...verifies, ...covers].includes(requirement))
  if (foundIn !== undefined && related.length > 0) return related
  throw new RunError(`the check "${check}" of ${requirement} no longer exists; run the suite again to get a new report`)
}
