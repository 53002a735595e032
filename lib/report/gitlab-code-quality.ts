import type { ConformanceReport } from './conformance-report.ts'
import { inOneLine, shortened, withoutControlCharacters } from './escape.ts'
import { findingClaim } from './finding-text.ts'
import { failsTheRun } from './judge-target.ts'

const longestDescription = 500

/** The text of `gl-code-quality.json`: each finding in GitLab's form (a subset of Code Climate's), by its signature. */
export function gitlabCodeQuality({ requirements, target }: ConformanceReport): string {
  const issues = requirements.flatMap((requirement) =>
    requirement.findings.map((finding) => ({
      description: shortened(
        inOneLine(
          withoutControlCharacters(
            `${requirement.id}: ${requirement.statement}: ${findingClaim(finding, target.baseUrl)}`,
          ),
        ),
        longestDescription,
      ),
      check_name: requirement.id,
      fingerprint: finding.signature,
      severity: failsTheRun(requirement) && finding.known === undefined ? 'major' : 'info',
      // A deployment has no lines of code: the place is the requirement's.
      location: { path: `requirements/${requirement.area.toLowerCase()}.json`, lines: { begin: 1 } },
    })),
  )
  return `${JSON.stringify(issues, undefined, 2)}\n`
}
