import type { ConformanceReport } from '../conformance-report.ts'
import { Markup, html } from './markup.ts'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'

const described: Readonly<Record<string, string>> = {
  'conformance.json': 'the whole result, for programs',
  'manifest.json': 'each file with its SHA-256',
  'exchanges.har': 'every exchange, for any HAR viewer',
  'summary.md': 'for a pull request',
  'junit.xml': 'for a CI system',
  'gl-code-quality.json': 'for a GitLab merge request',
  'badge.svg': 'the verdict as a picture',
  reproduce: 'a script for each finding',
  'journal.json': 'this shard, for the merge',
  'against.json': 'the same comparison, for programs',
  'against.md': 'the same comparison, for a pull request',
  'allure-results': 'for Allure',
  'allure-report': 'the report of Allure, with the history of earlier runs',
  previous: 'the reports of the previous run',
  'against.html': 'differences from the older deployment',
  'compare.html': 'differences from an earlier run',
  'history.html': 'this run among earlier ones',
}

/** For a directory, the page in it, or the directory itself. */
const places: Readonly<Record<string, string>> = {
  reproduce: '/',
  'allure-results': '/',
  'allure-report': '/index.html',
  previous: '/index.html',
}

/** The beginning of the list of files beside a page: links to later pages are added there. */
const besideList = '<ul class="beside">'

/** The files beside this page, and the origin of the page. */
export function footer({ suite }: ConformanceReport, beside: readonly string[]): Markup {
  const links = beside.filter((name) => name in described).map((name) => besideLink(name))
  return html`<footer>
    <h2>Other files of this run</h2>
    ${new Markup(besideList)}${links}${new Markup('</ul>')}
    <p class="on-paper">
      Only in index.html, not on paper: complete exchanges, the checks behind conforming requirements, fields and values
      that were seen, time and requests.
    </p>
    <p class="quiet">
      Made by ${suite.name} ${suite.version} from conformance.json. Keys are replaced by asterisks; everything from the
      target is shown as text.
    </p>
  </footer>`
}

/** A link to a file that lies beside a page. */
function besideLink(name: string): Markup {
  const what = described[name] ?? 'made later'
  return html`<li>
    <a href="${encodeURIComponent(name)}${places[name] ?? ''}">${name}</a> <span class="quiet">${what}</span>
  </li>`
}

/** Adds a link to the page of a run, for a page that was created later in the same directory; other pages stay unchanged. */
export function linkBeside(indexPage: string, name: string): void {
  if (!existsSync(indexPage)) return
  const page = readFileSync(indexPage, 'utf8')
  const link = besideLink(name).text
  // No text of a target can equal our markup, because it is escaped.
  if (!page.includes(besideList) || page.includes(link)) return
  writeFileSync(
    indexPage,
    page.replace(besideList, () => `${besideList}${link}`),
  )
}

/** The address of a file in a link from a page in a directory. */
export function relativeLink(directory: string, file: string): string {
  // Before the first slash, a colon would end a protocol name.
  return `./${relative(directory, file)
    .split(sep)
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join('/')}`
}

/** The page beside the `conformance.json` of a run, or in its reports directory; `undefined` if there is none. */
export function pageOfRun(path: string): string | undefined {
  const directory = path.endsWith('.json') ? dirname(path) : path
  const page = resolve(join(directory, 'index.html'))
  return existsSync(page) ? page : undefined
}
