import { shortened } from '../report/escape.ts'
import { status } from '../report/html/figures.ts'
import { counted } from '../wording/figures.ts'
import { html, type Markup } from '../report/html/markup.ts'
import { resultPage } from '../report/html/result-page.ts'
import { table, type Section } from '../report/html/section.ts'
import { byEndpoint } from './by-endpoint.ts'
import type { Comparison } from './comparison.ts'
import { condense, type Condensed } from './condense.ts'
import { difference, phrase } from './phrase.ts'

const longestText = 400
const rowsShown = 1500

/** The comparison of two deployments as a page that needs nothing beside it. */
export function comparisonPage(comparison: Comparison): string {
  const { old, new: now, pairs, unconfirmed, differences, mode, effort, seed } = comparison
  const isAlike = differences.length === 0
  return resultPage({
    eyebrow: 'Two deployments of the Product Data Service',
    headline: difference(differences.length).toLowerCase(),
    mark: isAlike ? 'conforms' : 'observed',
    colour: isAlike ? 'conformant' : 'incomplete',
    lead: `${counted(pairs, 'answer')} to the same requests were compared: ${mode}, ${effort}, seed ${seed}.${
      unconfirmed === 0 ? '' : ` ${counted(unconfirmed, 'difference')} more, seen once and not again, left out.`
    } A difference is no violation: both may keep the contract.`,
    facts: html`<dl class="sides-of-runs">${side('Old', old)}${side('New', now)}</dl>`,
    sections: sectionsOf(comparison),
    nothing: 'Both answered alike.',
    madeOf: 'against.json',
  })
}

function side(which: string, { name, baseUrl }: Comparison['old']): Markup {
  return html`<div>
    <dt>${which}</dt>
    <dd>
      <span
        ><b>${shortened(name, longestText)}</b> <span class="quiet">at</span>
        <code>${shortened(baseUrl, longestText)}</code></span
      >
    </dd>
  </div>`
}

function sectionsOf({ differences }: Comparison): Section[] {
  const lines = condense(differences)
  const left = lines.length - rowsShown
  const sections = [...byEndpoint(lines.slice(0, rowsShown))].map(([endpoint, group], index) => ({
    id: `operation-${index + 1}`,
    title: shortened(endpoint, longestText),
    count: group.length,
    content: html`<div class="card inner">${differenceTable(endpoint, group)}</div>`,
  }))
  const more: Section = {
    id: 'more',
    title: 'More',
    content: html`<p class="quiet">
      ${counted(left, 'more difference')}: see <a href="against.json">against.json</a>
    </p>`,
  }
  return left > 0 ? [...sections, more] : sections
}

function differenceTable(endpoint: string, group: readonly Condensed[]): Markup {
  return table(
    [
      html`<th scope="col">What</th>`,
      html`<th scope="col">Old</th>`,
      html`<th scope="col">New</th>`,
      html`<th scope="col" class="number">Seen</th>`,
      html`<th scope="col">For example</th>`,
    ],
    group.map((one) => differenceRow(one)),
    `What differs: ${shortened(endpoint, longestText)}`,
  )
}

function differenceRow(one: Condensed): Markup {
  const { example, occurrences, otherWays } = one
  return html`<tr>
    <th scope="row" class="subject">${shortened(phrase(one).replace(/:$/, ''), longestText)}</th>
    <td class="value"><code>${shortened(one.old, longestText)}</code></td>
    <td class="value"><code>${shortened(one.new, longestText)}</code></td>
    <td class="number">
      ${occurrences}${otherWays > 0 && html`<br /><span class="quiet">and ${counted(otherWays, 'other such difference')}</span>`}
    </td>
    <td class="wide">
      <code>${shortened(example.request, longestText)}</code> ${status(example.status.old)} →
      ${status(example.status.new)}
      <span class="quiet">${shortened(example.check, longestText)}</span>
    </td>
  </tr>`
}
