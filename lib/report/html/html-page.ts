import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ConformanceReport } from '../conformance-report.ts'
import { banner } from './banner.ts'
import { conformingSection } from './conforming-section.ts'
import { coverageSection } from './coverage-section.ts'
import { filterBar } from './filter-bar.ts'
import { footer } from './footer.ts'
import { glyphSheet } from './mark.ts'
import { html, Markup } from './markup.ts'
import { observedSection } from './observed-section.ts'
import { pictureSection } from './picture.ts'
import { sectionView, type Section } from './section.ts'
import { trafficSection } from './traffic-section.ts'
import { troubleSection } from './trouble-section.ts'
import { untestedSection } from './untested-section.ts'
import { violatedSection } from './violated-section.ts'

const largestPage = 1_900_000
/** What is no section: style, script and banner. */
const ownParts = 100_000

/** The text of `index.html`: one file that needs nothing else, under 2 MB; `beside` names the files that it may lead to. */
export function htmlPage(report: ConformanceReport, beside: readonly string[] = ['conformance.json']): string {
  const style = ownFile('page.css')
  const script = ownFile('page.js')
  const sections = sectionsOf(report)
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="content-security-policy" content="${policy(style, script)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>${report.verdict}: conformance of ${report.target.name}</title>
        ${element('style', style)}
      </head>
      <body>
        <a class="skip" href="#content">Skip to the results</a>
        ${glyphSheet()} ${banner(report)} ${filterBar(report, sections)}
        <main id="content">${sections.map((section) => sectionView(section))}</main>
        ${footer(report, beside)} ${element('script', script)}
      </body>
    </html> `.text
}

/** The evidence has the room that all else leaves. */
function sectionsOf(report: ConformanceReport): Section[] {
  const before = present([troubleSection(report)])
  const after = present([
    pictureSection(report),
    untestedSection(report),
    observedSection(report),
    conformingSection(report),
    coverageSection(report),
    trafficSection(report),
  ])
  const taken = [...before, ...after].reduce((sum, { content }) => sum + Buffer.byteLength(content.text), ownParts)
  return [...before, ...present([violatedSection(report, largestPage - taken)]), ...after]
}

function present(sections: ReadonlyArray<Section | undefined>): Section[] {
  return sections.filter((section) => section !== undefined)
}

/** Nothing but our own style and script, whatever a target gets into the page. */
function policy(style: Markup, script: Markup): string {
  return [
    "default-src 'none'",
    `style-src '${digest(style)}'`,
    `script-src '${digest(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

/** Put together outside of a template, where a formatter would change what the digest is of. */
function element(name: 'style' | 'script', { text }: Markup): Markup {
  const opening = name === 'script' ? '<script type="module">' : '<style>'
  return new Markup(`${opening}${text}</${name}>`)
}

function digest({ text }: Markup): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

function ownFile(name: 'page.css' | 'page.js'): Markup {
  return new Markup(readFileSync(new URL(name, import.meta.url), 'utf8'))
}
