import type { RunDocument, ShownViolation } from './document/run-document.ts'
import { claimLine, inLine } from './document/shown-finding.ts'
import { shortened } from './escape.ts'

/** GitHub shows so many of a step. */
const annotationsShown = 10
const longestMessage = 1000

/** The violations as commands in GitHub's log, which become annotations of a run: requirement, received value, hint. */
export function githubAnnotations({ violations }: RunDocument): string {
  const failing = violations.filter(({ mark }) => mark === 'violated')
  const lines = failing
    .slice(0, annotationsShown)
    .map((violation) => `::error title=${property(violation.requirement.id)}::${data(messageOf(violation))}`)
  const left = failing.length - lines.length
  const all = `The job summary and index.html show all ${failing.length} violated requirements.`
  return [...lines, ...(left > 0 ? [`::notice title=and ${left} more::${all}`] : [])]
    .map((line) => `${line}\n`)
    .join('')
}

function messageOf({ requirement: { statement }, findings: [first] }: ShownViolation): string {
  const hints =
    first?.notes.filter(({ label }) => label === 'hint').map(({ texts }) => `hint: ${texts.join(' ')}`) ?? []
  return shortened([statement, ...(first ? [claimLine(first)] : []), ...hints].join('\n'), longestMessage)
}

/** A text of the target must not start a command. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

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
        // A deployment has no lines of code: the place is that of the requirement.
        location: { path: `requirements/${area.toLowerCase()}.json`, lines: { begin: 1 } },
      })),
  )
  return `${JSON.stringify(issues, undefined, 2)}\n`
}
