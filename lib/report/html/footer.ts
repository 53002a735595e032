import type { ConformanceReport } from '../conformance-report.ts'
import { html, type Markup } from './markup.ts'

const described: Readonly<Record<string, string>> = {
  'conformance.json': 'the whole result, for other tools',
  'exchanges.har': 'every exchange, for any HAR viewer',
  'summary.md': 'for a pull request',
  'junit.xml': 'for a CI system',
}

/** What lies beside this page, and where the page comes from. */
export function footer({ suite }: ConformanceReport, beside: readonly string[]): Markup {
  const links = beside.flatMap((name) => {
    const what = described[name]
    return what === undefined ? [] : [html`<li><a href="${name}">${name}</a> <span class="quiet">${what}</span></li>`]
  })
  return html`<footer>
    <h2>Beside this page</h2>
    <ul class="beside">
      ${links}
    </ul>
    <p class="quiet">
      Made by ${suite.name} ${suite.version} from conformance.json. Requirements ${suite.requirementsDigest}. Keys are
      replaced by asterisks; everything that came from the target is shown as text.
    </p>
  </footer>`
}
