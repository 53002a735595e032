import { areaCounts } from '../document/run-document.ts'
import type { ConformanceReport, ReportedRequirement } from '../conformance-report.ts'
import { entryRow } from './entry.ts'
import { type Markup, html, status } from './markup.ts'
import { Room } from './room.ts'
import type { Section } from './section.ts'
import type { ExchangeSummary } from '../../client/summarize-exchange.ts'
import { partialDepthOf } from '../document/depth.ts'
import { shortened } from '../escape.ts'
import { actorRemark, requestLine } from '../../wording/request-words.ts'
import { counted } from '../../wording/figures.ts'

/** How much of the evidence for one requirement is shown, by the available space. */
const levels = [
  { body: 200, checks: 4, headers: true },
  { body: 200, checks: 4, headers: false },
  { body: 80, checks: 3, headers: false },
] as const
const bytes = 70_000

/** What conforms, folded by area. */
export function conformingSection({ requirements, target }: ConformanceReport): Section | undefined {
  const conforming = requirements.filter(({ verdict }) => verdict === 'conforms')
  if (conforming.length === 0) return undefined
  const room = new Room(bytes, conforming.length)
  const shownBy = firstToShow(conforming)
  const areas = areaCounts(conforming).map(
    ({ id, title, requirements: ofArea }) =>
      html`<details class="card group" data-group>
        <summary>
          <span class="group-title"><abbr>${id}</abbr> ${title}</span><span class="count">${ofArea.length}</span>
        </summary>
        <ul class="rows">
          ${ofArea.map((requirement) =>
            entryRow(
              requirement,
              room.fit(levels, (level) =>
                evidenceView(requirement, { baseUrl: target.baseUrl, detail: level, shownBy }),
              ),
            ),
          )}
        </ul>
      </details>`,
  )
  return {
    id: 'conforms',
    title: 'Conforms',
    count: conforming.length,
    content: html`<p class="introduction">
        At least one check evaluated each of these, and none found a violation. Open one to see its checks and one
        exchange.
      </p>
      <div class="folded">${areas}</div>`,
  }
}

/** The first requirement that shows each exchange: the others refer to it. */
function firstToShow(conforming: readonly ReportedRequirement[]): ReadonlyMap<string, string> {
  const backwards = areaCounts(conforming)
    .flatMap(({ requirements }) => requirements)
    .toReversed()
  return new Map(
    backwards.flatMap(({ id, evidence }) =>
      evidence?.exchange ? [[exchangeKey(evidence.exchange), id] as const] : [],
    ),
  )
}

/** Where the evidence for a requirement is shown. */
interface EvidenceSetting {
  readonly baseUrl: string
  readonly detail: (typeof levels)[number]
  /** The requirement that shows an exchange, by its key. */
  readonly shownBy: ReadonlyMap<string, string>
}

/** The key of an exchange: requirements that share one show it once. */
function exchangeKey(exchange: ExchangeSummary): string {
  return JSON.stringify(exchange)
}

/** The evidence of a conforming requirement, folded: its checks with their places, the gaps, and one exchange. */
function evidenceView(requirement: ReportedRequirement, setting: EvidenceSetting): Markup {
  const { detail } = setting
  const { checks, evidence, cases } = requirement
  const depth = partialDepthOf(requirement)
  const title = counted(checks, 'check')
  const partial = depth !== undefined && html`<span class="quiet">${depth}</span>`
  if (!evidence) return html`${partial} <span class="quiet">${title}</span>`
  const left = checks - Math.min(evidence.checks.length, detail.checks)
  return html`${partial}
    <details class="proof">
      <summary>${title}</summary>
      <ul class="checks">
        ${evidence.checks
          .slice(0, detail.checks)
          .map(
            ({ check, cases: places }) =>
              html`<li>
                ${shortened(check, 160)} ${places.length > 0 && html`<span class="quiet">${placesText(places)}</span>`}
              </li>`,
          )}
        ${left > 0 && html`<li class="quiet">and ${left} more</li>`}
      </ul>
      ${notLookedAt(cases, detail)} ${evidence.exchange && exchangeView(evidence.exchange, requirement.id, setting)}
    </details>`
}

/** "Everywhere" is shorter than a list of all places. */
function placesText(places: readonly string[]): string {
  return places.length > 6 ? `at ${places.length} endpoints` : `at ${places.join(', ')}`
}

function notLookedAt(
  { untested }: ReportedRequirement['cases'],
  { checks }: EvidenceSetting['detail'],
): Markup | undefined {
  if (untested.length === 0) return undefined
  const names = untested.slice(0, checks).map((one) => shortened(one.case, 160))
  const left = untested.length - names.length
  return html`<p class="quiet">Not evaluated: ${names.join('; ')}${left > 0 && `; and ${left} more`}</p>`
}

function exchangeView(exchange: ExchangeSummary, id: string, { baseUrl, detail, shownBy }: EvidenceSetting): Markup {
  const { body, headers } = detail
  const elsewhere = shownBy.get(exchangeKey(exchange))
  if (elsewhere !== undefined && elsewhere !== id)
    return html`<p>
      ${shortened(requestLine(exchange, baseUrl), 200)}, shown at <a href="#${elsewhere}">${elsewhere}</a>
    </p>`
  const { actor, requestBody, responseBody } = exchange
  const { requestHeaders, responseHeaders } = headers ? exchange : { requestHeaders: {}, responseHeaders: {} }
  const request = `${shortened(requestLine(exchange, baseUrl), 200)}${actorRemark(actor)}`
  return html`<pre class="exchange-in-short">
${part(request, requestHeaders, shortened(requestBody, body))}
${status(exchange.status)}${part('', responseHeaders, shortened(responseBody, body))}</pre>`
}

function part(first: string, headers: ExchangeSummary['requestHeaders'], body: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [first, ...lines, ...(body === '' ? [] : [body])].join('\n')
}
