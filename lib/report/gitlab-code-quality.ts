import type { RunDocument } from './document/run-document.ts'
import { claimLine, inLine } from './document/shown-finding.ts'

const longestDescription = 500

/** The text of `gl-code-quality.json`: each finding in GitLab's form (a subset of Code Climate's), by its signature. */
export function gitlabCodeQuality({ violations }: RunDocument): string {
  const issues = violations.flatMap(({ requirement: { id, area, statement, counts }, findings }) =>
    findings
      .flatMap((shown) => [shown, ...shown.places])
      .map((place) => ({
        description: inLine(`${id}: ${statement}: ${claimLine(place)}`, longestDescription),
        check_name: id,
        fingerprint: place.finding.signature,
        severity: counts !== false && place.finding.known === undefined ? 'major' : 'info',
        // A deployment has no lines of code: the place is the requirement's.
        location: { path: `requirements/${area.toLowerCase()}.json`, lines: { begin: 1 } },
      })),
  )
  return `${JSON.stringify(issues, undefined, 2)}\n`
}
