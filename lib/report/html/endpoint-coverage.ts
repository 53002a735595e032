import { endpoints as table, endpointIds, type Endpoint } from '../../contract/endpoint.ts'
import type { ConformanceReport, ReportedCoverage } from '../conformance-report.ts'
import { bar } from './bar.ts'
import { endpointsOf } from './endpoints-of.ts'
import { milliseconds, status } from './figures.ts'
import { grouped } from '../../wording/figures.ts'
import { html, type Markup } from './markup.ts'
import { markOf, type Mark } from '../document/violations.ts'
import { glyph } from './mark.ts'
import { table as tableView } from './section.ts'

const marks: readonly Mark[] = ['violated', 'warning', 'known', 'untested', 'observed', 'conforms']

type Traffic = ReportedCoverage['endpoints'][number]

/** Every endpoint with what it answered, and which of the statuses that the contract foresees it never did. */
export function endpointCoverage({ coverage: { endpoints: seen }, requirements }: ConformanceReport): Markup {
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
      html`<th scope="col">Endpoint</th>`,
      html`<th scope="col">Requirements</th>`,
      html`<th scope="col">Answers</th>`,
      html`<th scope="col" class="number">Requests</th>`,
      html`<th scope="col" class="number">Median</th>`,
      html`<th scope="col"><span class="hidden">Median, drawn</span></th>`,
    ],
    [...known, ...others],
    'Endpoints with their answers, requests and median times',
  )
}

/** How many requirements of each verdict hold at an endpoint; leads to them. */
function verdictsAt(id: string, requirements: ConformanceReport['requirements']): Markup {
  const here = Map.groupBy(
    requirements.filter((requirement) => endpointsOf(requirement).some((endpoint) => endpoint === id)),
    markOf,
  )
  const counts = marks.flatMap((mark) => {
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

/** 403 and 429 are foreseen everywhere, but not everywhere to be had: their absence tells nothing. */
function missing(endpoint: Endpoint | undefined, seen: readonly number[]): Markup[] {
  if (!endpoint) return []
  const success = endpoint.success.status
  const any2xx = success === 'any2xx' && !seen.some((code) => code >= 200 && code < 300) ? ['2xx'] : []
  const foreseen = [...(success === 'any2xx' ? [] : success), ...endpoint.errors, 401]
  const unseen = [...any2xx, ...foreseen.filter((code) => !seen.includes(code))]
  return unseen.map((code) => html`<span class="status unseen">${code}</span>`)
}
