import type { ResultDocument, ResultSide, ResultRow } from '../document/result-document.ts'
import { inLine } from '../document/shown-finding.ts'
import { type Markup, type Piece, html, prose } from './markup.ts'
import { glyph, runMark } from './mark.ts'
import packageFile from '../../../package.json' with { type: 'json' }
import type { RequirementVerdict } from '../conformance-report.ts'
import { navigation } from './filter-bar.ts'
import { pageShell } from './page-shell.ts'
import { type Section, sectionView, table } from './section.ts'

const longestText = 600

/** A comparison as a self-contained page. */
export function documentPage(document: ResultDocument): string {
  const { weighty, sides, sections, whole, conclusion: _, ...head } = document
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

/** What a page beside `index.html` says. */
interface ResultPage extends Omit<ResultDocument, 'sides' | 'weighty' | 'sections' | 'conclusion' | 'whole'> {
  /** What stands in the head below the lead. */
  readonly facts: Piece
  readonly sections: readonly Section[]
}

/** A page of one result in the style of `index.html`: head, sections, foot; without scripts. */
export function resultPage(page: ResultPage): string {
  const { eyebrow, headline, mark, lead, facts, sections, nothing, madeOf } = page
  const banner = html`<header class="banner ${mark}">
    <p class="eyebrow">${eyebrow}</p>
    <h1>${glyph(mark)}<span>${headline}</span></h1>
    <p class="lead">${lead}</p>
    ${facts}
  </header>`
  const body = html`${banner} ${sections.length > 1 && html`<div class="bar">${navigation(sections)}</div>`}
    <main id="content">
      ${sections.map((section) => sectionView(section))}
      ${sections.length === 0 && html`<p class="nothing">${nothing}</p>`}
    </main>
    ${foot(madeOf)}`
  return pageShell({ title: `${headline}: ${eyebrow.toLowerCase()}`, skip: 'Skip to the results', body })
}

function foot(madeOf: string): Markup {
  return html`<footer>
    <p class="quiet">
      Made by ${packageFile.name} ${packageFile.version} from ${madeOf}. Everything from a target is shown as text.
    </p>
  </footer>`
}

const rowsShown = 500
const longestValue = 400

/** A longer list is folded after its first rows: a failed run changes nearly every verdict. */
const longest = 20
const rowsBeforeFold = 10

/** Rows of a comparison: old and new values as a table, others with the marks of both verdicts if there are two. */
export function rowList(rows: readonly ResultRow[], whole: string, title = ''): Markup {
  const left = rows.length - rowsShown
  const more = html`and ${left} more: see <code>${whole}</code>`
  if (rows.some(({ change }) => change))
    return html`<div class="card inner">
      ${changeTable(rows.slice(0, rowsShown), title)} ${left > 0 && html`<p class="more">${more}</p>`}
    </div>`
  const isFolded = rows.length > longest
  const folded = isFolded ? rows.slice(rowsBeforeFold, rowsShown) : []
  return html`<ul class="card changes">
    ${rows.slice(0, isFolded ? rowsBeforeFold : longest).map((row) => rowView(row))}
    ${isFolded && html`<li>${foldOf(folded, rows.length - rowsBeforeFold)}</li>`}
    ${left > 0 && html`<li class="row quiet">${more}</li>`}
  </ul>`
}

function foldOf(rows: readonly ResultRow[], count: number): Markup {
  return html`<details class="more">
    <summary>and ${count} more</summary>
    <ul class="changes">
      ${rows.map((row) => rowView(row))}
    </ul>
  </details>`
}

function rowView({ subject, statement, text, verdicts }: ResultRow): Markup {
  return html`<li class="row">
    ${verdicts && html`<span class="turn">${cell(verdicts.old)}${cell(verdicts.new)}</span>`}
    <div>
      <b>${inLine(subject, longestText)}</b>
      ${statement !== undefined && html`<span class="statement">${prose(inLine(statement, longestText))}</span>`}
      ${text !== undefined && html`<code class="said">${inLine(text, longestText)}</code>`}
    </div>
  </li>`
}

function cell(verdict: RequirementVerdict): Markup {
  return html`<span class="cell ${verdict}">${glyph(verdict)}</span>`
}

function changeTable(rows: readonly ResultRow[], title: string): Markup {
  return table(
    ['What', 'Old', 'New', 'Seen', 'For example'],
    rows.map(
      ({ subject, change = { old: '', new: '', seen: '' }, text = '' }) =>
        html`<tr>
          <th scope="row" class="subject">${inLine(subject, longestValue)}</th>
          <td class="value"><code>${inLine(change.old, longestValue)}</code></td>
          <td class="value"><code>${inLine(change.new, longestValue)}</code></td>
          <td class="number">${change.seen}</td>
          <td class="wide"><span class="quiet">${inLine(text, longestValue)}</span></td>
        </tr>`,
    ),
    `What differs: ${inLine(title)}`,
  )
}
