import type { ConformanceReport, Problem, RequirementVerdict } from '../conformance-report.ts'
import type { RunDocument } from '../document/run-document.ts'
import { casesText, depthOf, violatedText } from '../document/depth.ts'
import { failsTheRun } from '../judge-target.ts'
import { duration } from './figures.ts'
import { counted, grouped } from '../../wording/figures.ts'
import { capitalized } from './prose.ts'
import { firstToFix } from './first-to-fix.ts'
import { html, type Markup } from './markup.ts'
import { glyph, markOfVerdict } from './mark.ts'

const verdicts: readonly RequirementVerdict[] = ['violated', 'untested', 'observed', 'conforms']

/** The verdict, what it was reached on, and what to fix first. */
export function banner(document: RunDocument): Markup {
  const { report } = document
  const { verdict, target } = report
  return html`<header class="banner verdict-${verdict}">
    <p class="eyebrow">Conformance of a Product Data Service deployment</p>
    <h1>${glyph(markOfVerdict[verdict])}<span>${verdict}</span></h1>
    <p class="lead">${sentence(report)} ${depth(report)}.</p>
    <p class="target">
      <b>${target.name}</b> <span class="quiet">at</span> <code>${target.baseUrl}</code>
      <span class="quiet">, ${inShort(report)}</span>
    </p>
    ${tallies(report)} ${firstToFix(document)}
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
      return 'The run could not be made, or the suite itself is at fault: what stands below is no verdict on the target.'
  }
}

/** How many checks lost an answer: that alone makes a run incomplete. */
function lostIn(problems: readonly Problem[]): string {
  const lost = problems.find(({ kind }) => kind === 'transport')
  return lost === undefined ? '' : ` ${capitalized(lost.text)}.`
}

/** What was not looked at is said already where something is violated. */
function depth(report: ConformanceReport): string {
  return report.verdict === 'non-conformant' ? casesText(report) : depthOf(report)
}

function tallies({ summary }: ConformanceReport): Markup {
  const tiles = verdicts.map((verdict) => {
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

/** What a reader has to know of the run before anything else; the rest is at the end of the page. */
function inShort({ target }: ConformanceReport): string {
  const mode = target.mode === 'read-only' ? 'reads only' : 'reads and writes'
  return `${mode}, ${grouped(target.exchanges)} requests in ${duration(target.durationMs)}`
}
