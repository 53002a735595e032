import type { ConformanceReport, ReportedCoverage } from '../conformance-report.ts'
import { documentedFieldNames } from '../../service/interface/documented-field-names.ts'
import { documentedValues } from '../../service/interface/documented-values.ts'
import { milliseconds, status, type Markup, html } from './markup.ts'
import { counted, grouped } from '../../wording/figures.ts'
import { type Section, table as tableView, heading, bar } from './section.ts'
import { shortened } from '../escape.ts'
import { type Endpoint, endpointIds, endpoints as table } from '../../service/interface/endpoint.ts'
import { endpointsOf } from './entry.ts'
import { markOf } from '../document/run-document.ts'
import { glyph, marksInOrder } from './mark.ts'

/** The parts of the interface that the run saw, and those of the contract that it did not see. */
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
        What the answers of the run showed. <span class="chip-of-key seen-chip unseen">Dashed</span>: documented, but
        never seen. <span class="chip-of-key seen-chip extra">Underlined</span>: seen, but not documented, which is
        allowed.
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

const longestName = 80
const chipsShown = 60

/** A name and how often it was seen. */
interface Seen {
  readonly name: string
  readonly seen: number
}

/** Names and how often they were seen; documented ones first, including those never seen. */
function seenChips(seen: readonly Seen[], documented: readonly string[]): Markup {
  const counts = new Map(seen.map((entry) => [entry.name, entry.seen]))
  const extra = seen.filter(({ name }) => !documented.includes(name))
  const left = extra.length - chipsShown
  return html`<ul class="chips-seen">
    ${documented.map((name) => chip(name, counts.get(name) ?? 0, ''))}
    ${extra.slice(0, chipsShown).map((entry) => chip(entry.name, entry.seen, 'extra'))}
    ${left > 0 && html`<li class="quiet">and ${left} more</li>`}
  </ul>`
}

function chip(name: string, seen: number, kind: string): Markup {
  return html`<li class="seen-chip ${seen === 0 ? 'unseen' : kind}">
    ${name === '' ? html`<i>empty</i>` : shortened(name, longestName)} <span class="quiet">${grouped(seen)}</span>
  </li>`
}

type Traffic = ReportedCoverage['endpoints'][number]

/** Every endpoint with its answers, and the statuses of the contract that it never returned. */
function endpointCoverage({ coverage: { endpoints: seen }, requirements }: ConformanceReport): Markup {
  const byId = new Map(seen.map((traffic) => [traffic.endpoint, traffic]))
  const most = Math.max(1, ...seen.map(({ medianMs }) => medianMs))
  const known = endpointIds.map((id) =>
    row(id, table[id], byId.get(id), { most, verdicts: verdictsAt(id, requirements) }),
  )
  const others = seen
    .filter(({ endpoint }) => !endpointIds.some((id) => id === endpoint))
    .map((traffic) => row(traffic.endpoint, undefined, traffic, { most, verdicts: undefined }))
  return tableView(
    [
      'Endpoint',
      'Requirements',
      'Answers',
      heading.number('Requests'),
      heading.number('Median'),
      heading.hidden('Median, drawn'),
    ],
    [...known, ...others],
    'Endpoints with their answers, requests and median times',
  )
}

/** The number of requirements with each verdict at an endpoint, as links to them. */
function verdictsAt(id: string, requirements: ConformanceReport['requirements']): Markup {
  const here = Map.groupBy(
    requirements.filter((requirement) => endpointsOf(requirement).some((endpoint) => endpoint === id)),
    markOf,
  )
  const counts = marksInOrder.flatMap((mark) => {
    const count = here.get(mark)?.length ?? 0
    return count === 0
      ? []
      : [html`<span class="${mark}">${glyph(mark)}${count}<span class="hidden"> ${mark}</span></span>`]
  })
  return html`<a class="verdicts" href="#?endpoint=${id}">${counts}</a>`
}

interface Drawn {
  readonly most: number
  readonly verdicts: Markup | undefined
}

function row(
  name: string,
  endpoint: Endpoint | undefined,
  traffic: Traffic | undefined,
  { most, verdicts }: Drawn,
): Markup {
  const { method, path } = endpoint ?? traffic ?? { method: '', path: '' }
  const seen = traffic?.statuses ?? []
  const title = endpoint ? html`<b class="method">${method}</b> <code>${path}</code>` : name
  return html`<tr>
    <td class="wide">${title}</td>
    <td>${verdicts}</td>
    <td><span class="answers">${seen.map((code) => status(code))}${missing(endpoint, seen)}</span></td>
    <td class="number">${grouped(traffic?.exchanges ?? 0)}</td>
    <td class="number">${traffic ? milliseconds(traffic.medianMs) : '–'}</td>
    <td class="drawn">${bar(traffic?.medianMs ?? 0, most)}</td>
  </tr>`
}

/** 403 and 429 are possible everywhere, but cannot be provoked everywhere: their absence means nothing. */
function missing(endpoint: Endpoint | undefined, seen: readonly number[]): Markup[] {
  if (!endpoint) return []
  const success = endpoint.success.status
  const any2xx = success === 'any2xx' && !seen.some((code) => code >= 200 && code < 300) ? ['2xx'] : []
  const foreseen = [...(success === 'any2xx' ? [] : success), ...endpoint.errors, 401]
  const unseen = [...any2xx, ...foreseen.filter((code) => !seen.includes(code))]
  return unseen.map((code) => html`<span class="status unseen">${code}</span>`)
}
