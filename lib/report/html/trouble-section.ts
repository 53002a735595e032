import { problemLine } from '../problems-of.ts'
import type { ConformanceReport } from '../conformance-report.ts'
import { inLine } from '../document/shown-finding.ts'
import { html, type Markup } from './markup.ts'
import type { Section } from './section.ts'

const linesShown = 50

/** Problems that are not findings: of the run, the suite, the network, and out-of-date deviations. */
export function troubleSection({ problems = [], staleDeviations = [] }: ConformanceReport): Section | undefined {
  const count = problems.length + staleDeviations.length
  if (count === 0) return undefined
  return {
    id: 'trouble',
    title: 'Trouble',
    count,
    content: html`<div class="card trouble">
      ${lines(problems.map(problemLine))}
      ${staleDeviations.length > 0 && html`<h3>Stale deviations: fix the deviations file</h3>`}${lines(staleDeviations)}
    </div>`,
  }
}

function lines(texts: readonly string[]): Markup | undefined {
  if (texts.length === 0) return undefined
  const left = texts.length - linesShown
  return html`<ul class="lines">
    ${texts.slice(0, linesShown).map((text) => html`<li><code>${inLine(text)}</code></li>`)}
    ${left > 0 && html`<li class="quiet">and ${left} more in <a href="conformance.json">conformance.json</a></li>`}
  </ul>`
}
