import type { ConformanceReport } from '../conformance-report.ts'
import { documentedFieldNames } from '../../contract/documented-field-names.ts'
import { documentedValues } from '../../contract/documented-values.ts'
import { endpointCoverage } from './endpoint-coverage.ts'
import { status } from './figures.ts'
import { counted } from '../../wording/figures.ts'
import { html, type Markup } from './markup.ts'
import type { Section } from './section.ts'
import { seenChips, type Seen } from './seen-chips.ts'

/** What the run came across of the interface, beside what the contract names and it never met. */
export function coverageSection(report: ConformanceReport): Section {
  const { coverage } = report
  const fields = coverage.fields.map(({ schema, field, seen }) => ({ group: schema, name: field, seen }))
  const values = coverage.enumValues.map(({ schema, field, value, seen }) => {
    return { group: `${schema} ${field}`, name: value, seen }
  })
  return {
    id: 'coverage',
    title: 'Coverage',
    content: html`<p class="introduction">
        What the run came across. <span class="chip-of-key seen-chip unseen">Dashed</span> is what the contract names
        and no answer showed; <span class="chip-of-key seen-chip extra">underlined</span> is what it does not name,
        which is lawful.
      </p>
      ${fold('Endpoints', endpointCoverage(report), 'open')} ${fold('Statuses', statusList(coverage), 'open off-paper')}
      ${fold('Fields', groups(fields, documentedFieldNames), 'aside')}
      ${fold('Values of enumerations', groups(values, documentedValues), 'aside')}`,
  }
}

function fold(title: string, content: Markup, how: 'open' | 'open off-paper' | 'aside'): Markup {
  return html`<details class="card group ${how}" ${how !== 'aside' && html`open`}>
    <summary>
      <span class="group-title"><b>${title}</b></span>
    </summary>
    <div class="inner">${content}</div>
  </details>`
}

function statusList({ statuses }: ConformanceReport['coverage']): Markup {
  return html`<ul class="statuses">
    ${statuses.map(
      ({ status: code, endpoints }) =>
        html`<li>
          <details>
            <summary>${status(code)} <span class="quiet">${counted(endpoints.length, 'endpoint')}</span></summary>
            <p class="quiet">${endpoints.join(', ')}</p>
          </details>
        </li>`,
    )}
  </ul>`
}

function groups(
  seen: ReadonlyArray<Seen & { readonly group: string }>,
  documented: ReadonlyMap<string, readonly string[]>,
) {
  const byGroup = Map.groupBy(seen, ({ group }) => group)
  const names = [...documented.keys(), ...[...byGroup.keys()].filter((name) => !documented.has(name))]
  return html`<dl class="shapes">
    ${names.map(
      (name) =>
        html`<div>
          <dt>${name.replace(' ', '.')}</dt>
          <dd>${seenChips(byGroup.get(name) ?? [], documented.get(name) ?? [])}</dd>
        </div>`,
    )}
  </dl>`
}
