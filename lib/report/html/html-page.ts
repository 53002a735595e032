import type { RunDocument } from '../document/run-document.ts'
import { banner } from './banner.ts'
import { conformingSection } from './conforming-section.ts'
import { coverageSection } from './coverage-section.ts'
import { descriptionSection } from './description-section.ts'
import { filterBar } from './filter-bar.ts'
import { footer } from './footer.ts'
import { html } from './markup.ts'
import { observedSection } from './observed-section.ts'
import { pageShell } from './page-shell.ts'
import { pictureSection } from './picture.ts'
import { runSection, trafficSection, troubleSection } from './run-section.ts'
import { sectionView, type Section } from './section.ts'
import { untestedSection } from './untested-section.ts'
import { violatedSection } from './violated-section.ts'

const largestPage = 1_900_000
/** What is not a section: style, script and banner. */
const ownParts = 100_000

/** The text of `index.html`: one self-contained file under 2 MB; `beside` names the files that it may link to. */
export function htmlPage(document: RunDocument, beside: readonly string[] = ['conformance.json']): string {
  const { report } = document
  const sections = sectionsOf(document)
  return pageShell({
    title: `${report.verdict}: conformance of ${report.target.name}`,
    skip: 'Skip to the results',
    body: html`${banner(document)} ${filterBar(document, sections)}
      <main id="content">${sections.map((section) => sectionView(section))}</main>
      ${footer(report, beside)}`,
    script: 'page.js',
  })
}

/** The evidence gets the space that everything else leaves. */
function sectionsOf(document: RunDocument): Section[] {
  const { report } = document
  // If the run itself failed there is no verdict: the reason comes first.
  const trouble = present([troubleSection(report)])
  const before = report.verdict === 'error' ? trouble : []
  const after = present([
    ...(report.verdict === 'error' ? [] : trouble),
    pictureSection(document),
    untestedSection(document),
    observedSection(report),
    conformingSection(report),
    descriptionSection(report),
    coverageSection(report),
    trafficSection(report),
    runSection(report),
  ])
  const taken = [...before, ...after].reduce((sum, { content }) => sum + Buffer.byteLength(content.text), ownParts)
  return [...before, ...present([violatedSection(document, largestPage - taken)]), ...after]
}

function present(sections: ReadonlyArray<Section | undefined>): Section[] {
  return sections.filter((section) => section !== undefined)
}
