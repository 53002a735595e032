import { canBeSent } from '../can-be-sent.ts'
import { shortened } from '../escape.ts'
import { judgedRequest } from '../judged-request.ts'
import type { ReportedFinding } from '../conformance-report.ts'
import { block, command } from './copyable.ts'
import type { Detail } from './detail.ts'
import { exchangeList } from './exchange-view.ts'
import { differenceView, wrongRecordView } from './difference-view.ts'
import { counted } from './figures.ts'
import type { FindingGroup } from '../finding-groups.ts'
import { markDifference } from './mark-difference.ts'
import { html, type Markup } from './markup.ts'
import { leftOutOnPaper, onPaper } from './on-paper.ts'
import { prose } from './prose.ts'
import { readJson } from '../read-json.ts'
import { table } from './section.ts'
import { toldBy } from '../told-by.ts'
import { whatDiffers } from '../what-differs.ts'
import { wrongRecord } from './wrong-record.ts'

const longestPlace = 200
const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/** One finding of a requirement: what was expected and received, what led there, how to see it again, and where else it was seen. */
export function findingView(group: FindingGroup, baseUrl: string, detail: Detail): Markup {
  const [finding] = group
  const { hint, known, counterexample, exchanges } = finding
  return html`<div class="finding">
    ${headline(finding, baseUrl)} ${comparison(finding, detail)}
    ${hint !== undefined && html`<p class="hint"><b>Hint:</b> ${shortened(hint, detail.text)}</p>`}
    ${
      known &&
      html`<p class="known-note">
        <b>Accepted until ${known.expires}</b> by ${shortened(known.owner, longestPlace)}:
        ${shortened(known.reason, detail.text)}
      </p>`
    }
    ${counterexample !== undefined && block('Smallest counterexample', counterexample, detail.text)}
    ${exchanges.length > 0 && exchangeList(exchanges, baseUrl, detail)} ${commands(finding, detail)}
    ${places(group, baseUrl, detail)}
  </div>`
}

/** The script tells by itself; where there is one, the other commands are folded. */
function commands(finding: ReportedFinding, { text }: Detail): Markup {
  const { script, reproduce, replay } = finding
  const isShown = script ? canBeSent(finding) : reproduce !== replay
  const others = html`${isShown && command('Send the judged request again', reproduce, text)}
  ${command('Test it again', replay, text)}`
  if (!script) return others
  const says =
    script.needs === undefined ? 'sends the fewest requests, and says BREACH or KEPT' : `needs ${script.needs}`
  return html`${command(`See it again: the script ${says}`, `sh ${script.name}`, text)}
    <details class="commands">
      <summary>
        ${isShown ? 'Other commands: the judged request alone, and the check again' : 'Another command: the check again'}
      </summary>
      ${others}
    </details>`
}

function headline(finding: ReportedFinding, baseUrl: string): Markup {
  const { claim, check, occurrences, signature } = finding
  const where = judgedRequest(finding, baseUrl)
  const said = toldBy(finding)
  const other = said === claim ? check : claim
  return html`<p class="claim">
    ${where !== undefined && html`<code>${shortened(where, longestPlace)}</code>`}
    <span><span class="quiet">Does not hold:</span> <b>${prose(shortened(said, longestPlace))}</b></span>
    <span class="quiet"
      >${other !== said && html`${said === claim ? 'check' : 'claim'} “${prose(shortened(other, longestPlace))}”, `}${occurrences === 1 ? 'seen once' : `seen ${counted(occurrences, 'time')}`},
      signature <code>${signature}</code></span
    >
  </p>`
}

function comparison(finding: ReportedFinding, detail: Detail): Markup {
  const [expected, received] = [readJson(finding.expected), readJson(finding.received)]
  const difference = expected && received && detail.body > 0 && differenceView(expected, received)
  if (difference) return difference
  const record = detail.body > 0 ? wrongRecord(finding) : undefined
  return html`${bothTexts(finding, detail)} ${record && wrongRecordView(record)}`
}

function bothTexts({ expected, received }: ReportedFinding, detail: Detail): Markup {
  const [wanted, got] = markDifference(shortened(expected, detail.text), shortened(received, detail.text))
  return html`<dl class="comparison">
    <div class="expected">
      <dt>Expected</dt>
      <dd><pre>${wanted}</pre></dd>
    </div>
    <div class="received">
      <dt>Received</dt>
      <dd><pre>${got}</pre></dd>
    </div>
  </dl>`
}

function places(group: FindingGroup, baseUrl: string, detail: Detail): Markup | undefined {
  const [first, ...others] = group
  if (others.length === 0) return undefined
  const shown = others.slice(0, detail.places)
  const left = others.length - shown.length
  const similar = alike(group)
  // What is told above already is not said again in each row.
  const told = {
    expected: shown.some(({ expected }) => expected !== first.expected),
    received: shown.some(({ received }) => received !== first.received),
  }
  const headings = [
    'Request',
    ...(told.expected ? ['Expected'] : []),
    ...(told.received ? ['Received'] : []),
    'Seen',
    'Signature',
  ].map((name) => html`<th scope="col">${name}</th>`)
  return html`<div class="labelled places">
    <p class="label">Also in ${counted(others.length, 'other place')}</p>
    ${
      shown.length > 0 &&
      table(
        headings,
        shown.map((finding) =>
          placeRow(finding, { baseUrl, ...told, isTold: similar.has(finding) && toldBy(finding) !== toldBy(first) }),
        ),
        'Other places of the same finding',
      )
    }
    ${left > 0 && html`<p class="more">${left} more in <a href="conformance.json">conformance.json</a></p>`}
    ${leftOutOnPaper(others.length, onPaper.places, 'places')}
  </div>`
}

/** The findings whose requests differ from that of another in ids alone, so that they do not tell them apart. */
function alike(group: FindingGroup): ReadonlySet<ReportedFinding> {
  const byRequest = Map.groupBy(group, (finding) => judgedRequest(finding, '')?.replaceAll(uuids, ''))
  return new Set([...byRequest.values()].filter((findings) => findings.length > 1).flat())
}

interface PlaceSetting {
  readonly baseUrl: string
  /** Whether the row says in words what it is about. */
  readonly isTold: boolean
  /** Whether it says what was expected there, and what was received. */
  readonly expected: boolean
  readonly received: boolean
}

function placeRow(finding: ReportedFinding, { baseUrl, isTold, ...told }: PlaceSetting): Markup {
  const { claim, occurrences, signature } = finding
  const { expected, received } = whatDiffers(finding)
  const [wanted, got] = markDifference(shortened(expected, longestPlace), shortened(received, longestPlace))
  return html`<tr>
    <td class="wide">
      <code>${shortened(judgedRequest(finding, baseUrl) ?? claim, longestPlace)}</code>
      ${isTold && html`<span class="quiet told">${prose(shortened(toldBy(finding), longestPlace))}</span>`}
    </td>
    ${told.expected && html`<td><code>${wanted}</code></td>`} ${told.received && html`<td><code>${got}</code></td>`}
    <td class="number">${occurrences}</td>
    <td class="number"><code>${signature}</code></td>
  </tr>`
}
