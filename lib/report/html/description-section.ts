import type { ConformanceReport } from '../conformance-report.ts'
import type { ReportedDifference } from '../reported-description.ts'
import { html, type Markup } from './markup.ts'
import { table, type Section } from './section.ts'

/** Where the target's own OpenAPI description differs from the contract, and where the target contradicts it. */
export function descriptionSection({ description }: ConformanceReport): Section | undefined {
  if (!description) return undefined
  const { source, version, contradictions, differences } = description
  const departing = differences.filter(({ kind }) => kind === 'less' || kind === 'other')
  const lawful = differences.filter(({ kind }) => kind === 'more' || kind === 'open')
  return {
    id: 'description',
    title: 'The target’s own description',
    count: departing.length,
    content: html`<p class="introduction">
        ${source}, OpenAPI ${version}.
        ${
          departing.length === 0
            ? 'It agrees with the contract.'
            : 'It differs from the contract as listed below. The results of the requirements show whether the target does too.'
        }
      </p>
      ${
        contradictions.length > 0 &&
        html`<div class="card inner">
          <h3>Contradicted by the target</h3>
          <ul>
            ${contradictions.map((line) => html`<li>${line}</li>`)}
          </ul>
        </div>`
      }
      ${departing.length > 0 && differencesTable(departing, 'Points where the description contradicts the contract')}
      ${
        lawful.length > 0 &&
        html`<details class="card inner">
          <summary>Additions to the contract, and points it leaves open: ${lawful.length}</summary>
          ${differencesTable(lawful, 'Allowed differences of the description')}
        </details>`
      }`,
  }
}

function differencesTable(rows: readonly ReportedDifference[], caption: string): Markup {
  const headings = ['Requirement', 'What', 'Expected', 'Described', 'Where']
  return html`<div class="card inner">
    ${table(
      headings,
      rows.map(
        ({ requirement, what, expected, described, places }) =>
          html`<tr>
            <td>${requirement ?? ''}</td>
            <td class="wide">${what}</td>
            <td>${expected}</td>
            <td>${described}</td>
            <td class="wide">${places.join(', ')}</td>
          </tr>`,
      ),
      caption,
    )}
  </div>`
}
