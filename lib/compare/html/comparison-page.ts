import { shortened } from '../../report/escape.ts'
import { html, type Markup } from '../../report/html/markup.ts'
import { resultPage } from '../../report/html/result-page.ts'
import type { Section } from '../../report/html/section.ts'
import type { ComparedRun, Comparison } from '../comparison.ts'
import { attribution, comparisonSections } from '../comparison-sections.ts'
import { isWrongWayRound } from '../run-differences.ts'
import { startedText } from '../started-text.ts'
import { rowList } from './row-list.ts'
import { runMark } from './run-mark.ts'

const longestText = 600

/** The addresses of the pages of the two runs, where there are some. */
export interface PagesOfRuns {
  readonly old?: string | undefined
  readonly new?: string | undefined
}

/** The comparison of two runs as a page that needs nothing beside it. */
export function comparisonPage(comparison: Comparison, pages: PagesOfRuns = {}): string {
  const { old, new: now, regressions } = comparison
  const isWorse = regressions.length > 0
  return resultPage({
    eyebrow: 'Comparison of two runs',
    headline: isWorse ? 'regression' : 'no regression',
    mark: isWorse ? 'violated' : 'conforms',
    colour: isWorse ? 'non-conformant' : 'conformant',
    lead: `${isWrongWayRound(comparison) ? 'The old run was started after the new one: they may be the wrong way round. ' : ''}${attribution(comparison)}`,
    facts: html`${linesOf(regressions, 'regressions')}
      <dl class="sides-of-runs">${runView('Old', old, pages.old)}${runView('New', now, pages.new)}</dl>`,
    sections: sectionsOf(comparison),
    nothing: 'Nothing differs.',
    madeOf: 'the conformance.json of both runs',
  })
}

function sectionsOf(comparison: Comparison): Section[] {
  const { suite, runs } = comparison
  const differences = [...suite.map((line) => `suite: ${line}`), ...runs]
  const made: Section[] =
    differences.length === 0
      ? []
      : [
          {
            id: 'made',
            title: 'Made differently',
            content: html`<div class="card inner">${linesOf(differences)}</div>`,
          },
        ]
  const sections = comparisonSections(comparison).map(({ title, rows }, index) => ({
    id: `part-${index + 1}`,
    title,
    count: rows.length,
    content: rowList(rows),
  }))
  return [...made, ...sections]
}

function runView(which: string, run: ComparedRun, page: string | undefined): Markup {
  const started = shortened(startedText(run.startedAt), longestText)
  return html`<div>
    <dt>${which}</dt>
    <dd>
      ${runMark(run.verdict)}
      <span
        ><b>${shortened(run.name, longestText)}</b> <span class="quiet">at</span>
        <code>${shortened(run.baseUrl, longestText)}</code></span
      >
      <span class="quiet"
        >${page === undefined ? started : html`<a href="${page}">${started}</a>`}, suite
        ${shortened(run.version, longestText)}</span
      >
    </dd>
  </div>`
}

function linesOf(texts: readonly string[], name = ''): Markup | undefined {
  if (texts.length === 0) return undefined
  return html`<ul class="lines ${name}">
    ${texts.map((text) => html`<li>${shortened(text, longestText)}</li>`)}
  </ul>`
}
