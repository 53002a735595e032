import type { RunDocument, ShownViolation } from './document/run-document.ts'
import { claimLine } from './document/shown-finding.ts'
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
