import type { ResultDocument, ResultSide } from '../document/result-document.ts'
import { inLine } from '../document/shown-finding.ts'
import { html, type Markup } from './markup.ts'
import { resultPage } from './result-page.ts'
import { rowList } from './row-list.ts'
import { runMark } from './run-mark.ts'

const longestText = 600

/** A comparison as a page that needs nothing beside it. */
export function documentPage(document: ResultDocument): string {
  const { weighty, sides, sections, whole, ...head } = document
  return resultPage({
    ...head,
    facts: html`${
        weighty.length > 0 &&
        html`<ul class="lines regressions">
          ${weighty.map((line) => html`<li>${inLine(line, longestText)}</li>`)}
        </ul>`
      }
      <dl class="sides-of-runs">${sides.map((side, index) => sideView(index === 0 ? 'Old' : 'New', side))}</dl>`,
    sections: sections.map(({ title, rows }, index) => ({
      id: `part-${index + 1}`,
      title: inLine(title),
      count: rows.length,
      content: rowList(rows, whole, title),
    })),
  })
}

function sideView(
  which: string,
  { name, baseUrl, verdict, facts: [started, ...facts] = [], page }: ResultSide,
): Markup {
  return html`<div>
    <dt>${which}</dt>
    <dd>
      ${verdict && runMark(verdict)}
      <span
        ><b>${inLine(name, longestText)}</b> <span class="quiet">at</span>
        <code>${inLine(baseUrl, longestText)}</code></span
      >
      ${
        started !== undefined &&
        html`<span class="quiet"
          >${page === undefined ? started : html`<a href="${page}">${started}</a>`}${facts.map((fact) => `, ${inLine(fact)}`)}</span
        >`
      }
    </dd>
  </div>`
}
