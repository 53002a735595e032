import { counted } from '../../wording/figures.ts'
import { blockedWords, servedWords } from '../../wording/violation-words.ts'
import type { CauseGroup } from '../document/causes.ts'
import { isFatal, problemLine } from '../problems-of.ts'
import type { RunDocument } from '../document/run-document.ts'
import { inLine } from '../document/shown-finding.ts'
import { weightOf, type ShownViolation } from '../document/violations.ts'
import { gist } from './entry.ts'
import { html, type Markup, type Piece } from './markup.ts'
import { prose } from './prose.ts'

/** More than these do not fit on the first screen. */
const linesShown = 6
const longestCause = 80
const idsShown = 8
const remediesShown = 3

/** What to do next, on the first screen: what fails the run, a line a cause; where nothing does, what would test more. A run that failed itself says by what. */
export function firstToFix(document: RunDocument): Markup | undefined {
  if (document.report.verdict === 'error') return whatStopped(document)
  return whatFails(document) ?? whatIsMissing(document)
}

function list(title: string, lines: readonly Piece[]): Markup | undefined {
  if (lines.length === 0) return undefined
  return html`<div class="first-to-fix">
    <h2>${title}</h2>
    <ul>
      ${lines.map((one) => html`<li>${one}</li>`)}
    </ul>
  </div>`
}

function whatStopped({ report: { problems = [] } }: RunDocument): Markup | undefined {
  const fatal = problems.filter((problem) => isFatal(problem)).slice(0, linesShown)
  return list(
    'What stopped it',
    fatal.map((problem) => html`<code>${inLine(problemLine(problem))}</code>`),
  )
}

function whatFails({ causes }: RunDocument): Markup | undefined {
  const failing = causes.filter(({ violations }) => violations[0]?.mark === 'violated')
  const left = failing.slice(linesShown).reduce((sum, { violations }) => sum + violations.length, 0)
  return list('Fix first', [
    ...failing.slice(0, linesShown).map((group) => fixLine(group)),
    ...(left > 0 ? [html`<a href="#violated">and ${counted(left, 'more requirement')}</a>`] : []),
  ])
}

/** The remedies that would test most. */
function whatIsMissing({ untested }: RunDocument): Markup | undefined {
  const remedies = untested.filter(({ isRemedy }) => isRemedy)
  if (remedies.length === 0) return undefined
  return list('To test more', [
    ...remedies
      .slice(0, remediesShown)
      .map(({ says, requirements }) => html`<b>${counted(requirements.length, 'requirement')}</b>: ${prose(says)}`),
    html`<a href="#untested">all that is untested</a>`,
  ])
}

function fixLine({ cause, violations }: CauseGroup): Markup | undefined {
  const [first] = violations
  if (!first) return undefined
  if (!cause) return requirementLine(first)
  const left = violations.length - idsShown
  const { blocks } = weightOf(violations)
  return html`<b>${counted(violations.length, 'requirement')}</b>, probably one cause:
    <code>${inLine(cause.text, longestCause)}</code>:
    ${violations
      .slice(0, idsShown)
      .map(({ requirement: { id } }) => html`<a class="id" href="#${id}">${id}</a> `)}${left > 0 && `and ${left} more`}
    ${blocks > 0 && html`<span class="quiet">${blockedWords(blocks, [])}</span>`}`
}

function requirementLine({ requirement: { id, statement }, findings: [finding], blocks }: ShownViolation): Markup {
  const served = finding?.servedWithoutKey
  return html`<a class="id" href="#${id}">${id}</a> ${served ? html`<b>${servedWords(served)}</b>` : prose(statement)}
    ${blocks > 0 && html`<span class="quiet">${blockedWords(blocks, [])}</span>`} ${finding && gist(finding)}`
}
