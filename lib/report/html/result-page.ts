import packageFile from '../../../package.json' with { type: 'json' }
import type { TargetVerdict } from '../conformance-report.ts'
import type { Mark } from '../document/violations.ts'
import { glyph } from './mark.ts'
import { html, type Markup, type Piece } from './markup.ts'
import { navigation } from './navigation.ts'
import { pageShell } from './page-shell.ts'
import { sectionView, type Section } from './section.ts'

/** What a page beside `index.html` says. */
export interface ResultPage {
  readonly eyebrow: string
  readonly headline: string
  readonly mark: Mark
  /** Which of the verdicts the head takes its colour from. */
  readonly colour: TargetVerdict
  readonly lead: string
  /** What stands in the head below the lead. */
  readonly facts: Piece
  readonly sections: readonly Section[]
  /** What stands where there is no section. */
  readonly nothing: string
  /** What the page was made of. */
  readonly madeOf: string
}

/** A page of one result in the look of `index.html`: head, sections, foot; it runs no script. */
export function resultPage(page: ResultPage): string {
  const { eyebrow, headline, mark, colour, lead, facts, sections, nothing, madeOf } = page
  const banner = html`<header class="banner verdict-${colour}">
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
      Made by ${packageFile.name} ${packageFile.version} from ${madeOf}. Everything that came from a target is shown as
      text.
    </p>
  </footer>`
}
