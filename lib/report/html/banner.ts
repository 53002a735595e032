import type { ConformanceReport, Problem } from '../conformance-report.ts'
import { casesText, depthOf, violatedText } from '../document/depth.ts'
import { failsTheRun } from '../judge-target.ts'
import { cover } from './cover.ts'
import { duration, capitalized, prose, type Markup, type Piece, html } from './markup.ts'
import { counted, grouped } from '../../wording/figures.ts'
import { glyph, markOfVerdict, verdictsInOrder } from './mark.ts'
import { blockedWords, servedWords } from '../../wording/verdict-words.ts'
import { type RunDocument, type ShownViolation, weightOf } from '../document/run-document.ts'
import { isFatal, problemLine } from '../problems-of.ts'
import { inLine } from '../document/shown-finding.ts'
import { gist } from './entry.ts'

/** The verdict, its basis, and what to fix first. */
export function banner(document: RunDocument): Markup {
  const { report } = document
  const { verdict, target } = report
  return html`<header class="banner ${markOfVerdict[verdict]}">
    <p class="eyebrow">Conformance of a Product Data Service deployment</p>
    <h1>${glyph(markOfVerdict[verdict])}<span>${verdict}</span></h1>
    <p class="lead">${sentence(report)} ${depth(report)}.</p>
    <p class="target">
      <b>${target.name}</b> <span class="quiet">at</span> <code>${target.baseUrl}</code>
      <span class="quiet">, ${inShort(report)}</span>
    </p>
    ${cover(document)} ${tallies(report)} ${firstToFix(document)}
  </header>`
}

function sentence({ verdict, requirements, summary, problems = [] }: ConformanceReport): string {
  const failing = requirements.filter((requirement) => failsTheRun(requirement)).length
  const untested = requirements.filter((one) => one.verdict === 'untested' && one.kind === 'documented').length
  const accepted = summary.violated - failing
  const beside = accepted > 0 ? ` ${counted(accepted, 'more is', 'more are')} known or only warned of.` : ''
  switch (verdict) {
    case 'conformant':
      return `Every documented requirement was evaluated, and ${accepted > 0 ? 'nothing fails the run.' : 'nothing is violated.'}${beside}`
    case 'non-conformant':
      return `${violatedText({ requirements })}.${beside}`
    case 'incomplete':
      return `Nothing fails the run so far, but ${counted(untested, 'documented requirement was', 'documented requirements were')} not evaluated.${lostIn(problems)}${beside}`
    case 'error':
      return 'The run failed, or the suite has an error: the results below are no verdict on the target.'
  }
}

/** The number of checks that lost an answer: each makes a run incomplete. */
function lostIn(problems: readonly Problem[]): string {
  const lost = problems.find(({ kind }) => kind === 'transport')
  return lost === undefined ? '' : ` ${capitalized(lost.text)}.`
}

/** If something is violated, the untested requirements are listed elsewhere. */
function depth(report: ConformanceReport): string {
  return report.verdict === 'non-conformant' ? casesText(report) : depthOf(report)
}

function tallies({ summary }: ConformanceReport): Markup {
  const tiles = verdictsInOrder.map((verdict) => {
    const count = summary[verdict]
    const tile = html`<b>${count}</b><span class="word">${glyph(verdict)}${verdict}</span>`
    return html`<li class="${verdict}">
      ${count === 0 ? html`<span class="none">${tile}</span>` : html`<a href="#${verdict}">${tile}</a>`}
    </li>`
  })
  return html`<ul class="tallies">
    ${tiles}
  </ul>`
}

/** What a reader must know of the run before anything else; the rest is at the end of the page. */
function inShort({ target }: ConformanceReport): string {
  const teardown = target.teardownExchanges ? ` and ${grouped(target.teardownExchanges)} to remove test data` : ''
  return `${grouped(target.exchanges)} requests${teardown} in ${duration(target.durationMs)}`
}

/** The number of lines that fit on the first screen. */
const linesShown = 6
const longestCause = 80
const idsShown = 8
const remediesShown = 3

/**
 * What to do next, on the first screen: what fails the run, one line per cause; or, if nothing does, what would test more. A run
 * that failed itself says why.
 */
function firstToFix(document: RunDocument): Markup | undefined {
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

function fixLine({ cause, violations }: RunDocument['causes'][number]): Markup | undefined {
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
