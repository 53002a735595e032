import type { Finding } from '../../checks/finding.ts'
import type { Failure } from '../../checks/claims/statement.ts'
import type { ExchangeSummary } from '../../client/summarize-exchange.ts'
import { requestIdOf } from '../document/shown-finding.ts'
import { isRecord } from '../../contract/is-record.ts'
import { show } from '../../contract/show.ts'
import { shortened } from '../escape.ts'
import { actorText, requestLine } from '../../wording/request-words.ts'
import { type Detail, leftOutOnPaper, onPaper } from './room.ts'
import { milliseconds, status, type Markup, html } from './markup.ts'

const longestLine = 300

/** The exchanges of a finding in their order, the judged one last; each unfolds to its request and answer. */
export function exchangeList(
  { exchanges, failure }: Pick<Finding, 'exchanges' | 'failure'>,
  baseUrl: string,
  detail: Detail,
): Markup {
  const wrong = wrongIn(failure)
  const last = exchanges.length - 1
  const rows = exchanges.map((exchange, index) => {
    const id = requestIdOf(exchange)
    const line = html`<span class="request">${shortened(requestLine(exchange, baseUrl), longestLine)}</span>
      ${exchange.actor !== undefined && html`<span class="badge actor">${actorText(exchange.actor)}</span>`}
      ${index === last && html`<span class="badge judged">judged</span>`}
      ${exchange.isCompared && html`<span class="badge">compared</span>`}
      <span class="answer"><span class="arrow" aria-hidden="true">→</span> ${status(exchange.status)}</span>
      ${id !== undefined && html`<span class="quiet">request id <code>${id}</code></span>`}
      <span class="quiet time">${milliseconds(exchange.durationMs)}</span>`
    if (detail.body === 0) return html`<li><p class="exchange-line">${line}</p></li>`
    return html`<li>
      <details class="exchange">
        <summary class="exchange-line">${line}</summary>
        ${bothSides(exchange, wrong, detail)}
      </details>
    </li>`
  })
  return html`<div class="labelled">
    <p class="label">${last === 0 ? 'The exchange' : 'What led there'}</p>
    ${leftOutOnPaper(exchanges.length, onPaper.exchanges, 'before these')}
    <ol class="exchanges">
      ${rows}
    </ol>
  </div>`
}

function bothSides(exchange: ExchangeSummary, wrong: RegExp | undefined, detail: Detail): Markup {
  const { requestHeaders, requestBody, responseHeaders, responseBody } = exchange
  return html`<div class="sides">
    ${side('Sent', requestHeaders, marked(requestBody, wrong, detail), detail)}
    ${side('Received', responseHeaders, marked(responseBody, wrong, detail), detail)}
  </div>`
}

function side(title: string, headers: ExchangeSummary['requestHeaders'], body: Markup, detail: Detail): Markup {
  const lines = Object.entries(headers).map(
    ([name, value]) =>
      html`<span class="header"
        ><span class="quiet">${shortened(name, detail.body)}:</span> ${shortened(value, detail.body)}</span
      >`,
  )
  return html`<div>
    <p class="label">${title}</p>
    <pre class="headers">${lines}</pre>
    ${body.text === '' ? html`<p class="quiet">no body</p>` : html`<pre>${body}</pre>`}
  </div>`
}

const leastMarked = 6

/** The place of a failure in a body: an entry by its id, a field with its value. */
function wrongIn({ received, fields = [], record }: Failure = {}): RegExp | undefined {
  const shown: unknown = record ? Object.fromEntries(fields.map((name) => [name, record[name]])) : received
  const shownTexts = isRecord(shown)
    ? Object.entries(shown).flatMap(([name, value]) =>
        Array.isArray(value) ? value.map((one) => show(one, Infinity)) : [`"${name}": ${show(value, Infinity)}`],
      )
    : [show(shown, Infinity)]
  const told = shownTexts.filter((text) => text.length >= leastMarked).map((text) => RegExp.escape(text))
  return told.length === 0 ? undefined : new RegExp(`(${told.join('|')})`, 'i')
}

function marked(body: string, wrong: RegExp | undefined, detail: Detail): Markup {
  const parts = shortened(layOutJson(body), detail.body).split(wrong ?? /$^/)
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<mark>${part}</mark>` : part))}`
}

const tokens = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s"{}[\],:]+/gs
const deepest = 12
/** Lists of nothing but commas would grow without limit. */
const greatestGrowth = 5

/**
 * JSON with line breaks and indentation. Its values do not change by a single character, as they would by parsing: numbers beyond
 * exact ones, duplicate keys and truncated bodies are shown as received. Text that is not a JSON object or list stays unchanged.
 */
export function layOutJson(text: string): string {
  if (!/^\s*[{[]/.test(text)) return text
  let depth = 0
  let before = ''
  let end = 0
  let laidOut = ''
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token === '}' || token === ']') depth -= 1
    if (depth < 0 || depth > deepest) return text
    laidOut += `${gap(before, token, depth) ?? (index > end ? ' ' : '')}${token}`
    if (token === '{' || token === '[') depth += 1
    before = token
    end = index + token.length
  }
  return laidOut.length > text.length * greatestGrowth ? text : laidOut
}

/** The new white space between two tokens; `undefined` if it does not change. */
function gap(before: string, token: string, depth: number): string | undefined {
  const closes = token === '}' || token === ']'
  if (before === '{' || before === '[') return closes ? '' : lineBreak(depth)
  if (closes || before === ',') return lineBreak(depth)
  if (token === ',' || token === ':') return ''
  return before === ':' ? ' ' : undefined
}

function lineBreak(depth: number): string {
  return `\n${'  '.repeat(depth)}`
}
