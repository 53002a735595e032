import { scriptName } from '../../checks/finding.ts'
import { counted } from '../../wording/figures.ts'
import { requestLine } from '../../wording/request-words.ts'
import { recordRemark } from '../../wording/statement-words.ts'
import { servedWords } from '../../wording/verdict-words.ts'
import { requestIdOf, type ShownFinding, type ShownPlace } from '../document/shown-finding.ts'
import { shortened } from '../escape.ts'
import { type Detail, leftOutOnPaper, onPaper } from './room.ts'
import { differenceView, wrongRecordView, markDifference } from './difference-view.ts'
import { status, type Markup, html, prose } from './markup.ts'
import { exchangeList } from './exchange-view.ts'
import { copyable, table } from './section.ts'

/** One finding of a requirement: expected and received, the steps before, how to reproduce it, and where else it occurred. */
export function findingView(shown: ShownFinding, baseUrl: string, detail: Detail): Markup {
  const { hint, known, counterexample, tried = [], exchanges } = shown.finding
  return html`<div class="finding">
    ${headline(shown)} ${comparison(shown, detail)}
    ${hint !== undefined && html`<p class="hint"><b>Hint:</b> ${shortened(hint, detail.text)}</p>`}
    ${
      known && html`<p class="known-note"><b>Accepted until ${known.expires}</b> by ${known.owner}: ${known.reason}</p>`
    }
    ${counterexample !== undefined && block('Smallest counterexample', counterexample, detail.text)}
    ${tried.length > 1 && detail.text > 0 && triedTable(tried)}
    ${exchanges.length > 0 && exchangeList(shown.finding, baseUrl, detail)} ${commands(shown, baseUrl, detail)}
    ${places(shown, detail)}
  </div>`
}

/** The outcome of the values that were tried together. */
function triedTable(tried: NonNullable<ShownFinding['finding']['tried']>): Markup {
  return html`<div class="labelled places">
    <p class="label">Values that were tried</p>
    ${table(
      ['Value', 'Answer', ''],
      tried.map(
        ({ value, status: code }) =>
          html`<tr>
            <td class="wide"><code>${value}</code></td>
            <td>${status(code)}</td>
            <td>${code < 300 ? html`<b>accepted</b>` : 'refused'}</td>
          </tr>`,
      ),
      'Values that were tried, and their answers',
    )}
  </div>`
}

function headline({ finding, says, request, servedWithoutKey }: ShownFinding): Markup {
  const { claim, check, kind, occurrences, signature } = finding
  const [label, other] = kind === 'status' ? ['claim', claim] : ['check', check]
  return html`<p class="claim">
    ${servedWithoutKey && html`<b class="served">${servedWords(servedWithoutKey)}</b>`}
    ${request !== undefined && html`<code>${request}</code>`}
    <span><span class="quiet">Failed claim:</span> <b>${prose(says)}</b></span>
    <span class="quiet"
      >${other !== says && html`${label} “${prose(shortened(other, 200))}”, `}${occurrences === 1 ? 'seen once' : `seen ${counted(occurrences, 'time')}`},
      signature <code>${signature}</code></span
    >
  </p>`
}

const longestRequest = 200

/** Kinds of claims whose values are those in answers. */
const ofRecords: ReadonlySet<string> = new Set(['shows', 'record', 'same', 'rows', 'each'])

function comparison({ finding }: ShownFinding, detail: Detail): Markup {
  const { kind, expected, received, failure } = finding
  const isOfRecords = kind === undefined || ofRecords.has(kind)
  const difference = failure && isOfRecords && detail.body > 0 ? differenceView(failure) : undefined
  if (difference) return difference
  const [wanted, got] = markDifference(shortened(expected, detail.text), shortened(received, detail.text))
  return html`<dl class="comparison">
      <div class="expected">
        <dt>Expected</dt>
        <dd><pre>${wanted}</pre></dd>
      </div>
      <div class="received">
        <dt>Received</dt>
        <dd><pre>${got}${recordRemark(failure)}</pre></dd>
      </div>
    </dl>
    ${failure && detail.body > 0 && wrongRecordView(failure)}`
}

/** The script is enough; if there is one, the other commands are folded. */
function commands({ finding, command: request }: ShownFinding, baseUrl: string, { text }: Detail): Markup {
  const { exchanges, script, replay } = finding
  const answered = exchanges.flatMap((exchange) => {
    const id = requestIdOf(exchange)
    const line = shortened(requestLine(exchange, baseUrl), longestRequest)
    return id === undefined ? [] : [`${line} → ${exchange.status}, request id ${id}`]
  })
  const others = html`${request !== undefined && command('Send the judged request again', request, text)}
  ${replay !== undefined && command('Test it again', replay, text)}
  ${answered.length > 0 && command('Requests with their ids, to search the server’s log', answered.join('\n'), text)}`
  if (!script) return others
  const says =
    script.needs === undefined ? 'sends the fewest requests, and ends with BREACH or KEPT' : `needs ${script.needs}`
  return html`${command(`Reproduce it: the script ${says}`, `sh ${scriptName(finding)}`, text)}
    <details class="commands">
      <summary>
        ${
          request === undefined
            ? 'Repeat the check, or copy the requests with their ids'
            : 'Send only the judged request, repeat the check, or copy the requests with their ids'
        }
      </summary>
      ${others}
    </details>`
}

function places(shown: ShownFinding, detail: Detail): Markup | undefined {
  const { places: others } = shown
  if (others.length === 0) return undefined
  const rows = others.slice(0, detail.places)
  const left = others.length - rows.length
  // What is shown above is not repeated in each row.
  const sides = (['expected', 'received'] as const).filter((side) => rows.some((row) => row[side] !== shown[side]))
  const headings = [
    'Request',
    ...sides.map((side) => (side === 'expected' ? 'Expected' : 'Received')),
    'Seen',
    'Signature',
  ]
  return html`<div class="labelled places">
    <p class="label">Also in ${counted(others.length, 'other place')}</p>
    ${
      rows.length > 0 &&
      table(
        headings,
        rows.map((row) => placeRow(row, row.isDistinct || row.says === shown.says ? undefined : row.says, sides)),
        'Other places of the same finding',
      )
    }
    ${left > 0 && html`<p class="more">${left} more in <a href="conformance.json">conformance.json</a></p>`}
    ${leftOutOnPaper(others.length, onPaper.places, 'places')}
  </div>`
}

function placeRow(row: ShownPlace, says: string | undefined, sides: ReadonlyArray<'expected' | 'received'>): Markup {
  const [expected, received] = markDifference(row.expected, row.received)
  const values = { expected, received }
  return html`<tr>
    <td class="wide">
      <code>${row.request ?? row.says}</code>
      ${says !== undefined && html`<span class="quiet told">${prose(says)}</span>`}
    </td>
    ${sides.map((side) => html`<td><code>${values[side]}</code></td>`)}
    <td class="number">${row.occurrences}</td>
    <td class="number"><code>${row.finding.signature}</code></td>
  </tr>`
}

/** A command to copy; a command that is too long for the page is omitted, because half a command is worse than none. */
function command(label: string, text: string, longest: number): Markup {
  const shown =
    text.length > longest
      ? html`<p class="quiet">
          The command is too long for this page; it is in <a href="conformance.json">conformance.json</a>.
        </p>`
      : copyable(text, label)
  return html`<div class="labelled">
    <p class="label">${label}</p>
    ${shown}
  </div>`
}

/** A text of the target, as it is, within bounds. */
function block(label: string, text: string, longest: number): Markup {
  return html`<div class="labelled">
    <p class="label">${label}</p>
    <pre>${shortened(text, longest)}</pre>
  </div>`
}
