import { shortened } from '../escape.ts'
import { jsonDifference, jsonLines, type DifferenceLine } from './json-difference.ts'
import { markDifference } from './mark-difference.ts'
import { html, type Markup } from './markup.ts'
import { foldedText } from './folded-text.ts'
import type { WrongRecord } from './wrong-record.ts'

const placesNamed = 3
/** Lines that are the same on both sides and stand around one that is not. */
const linesAround = 2
const longestSame = 120

/** Two JSON values side by side, the places where they differ named and marked; `undefined` where JSON does not tell them apart. */
export function differenceView(expected: object, received: object): Markup | undefined {
  const lines = jsonDifference(expected, received)
  const paths = [...new Set(lines.flatMap(({ path }) => path ?? []))]
  if (paths.length === 0) return undefined
  const more = paths.length - placesNamed
  return html`<div class="labelled">
    <p class="label">
      Differs at ${paths.slice(0, placesNamed).map((path) => html`<code class="path">${path}</code> `)}
      ${more > 0 && `and ${more} more`}
    </p>
    <table class="difference">
      <thead>
        <tr>
          <th scope="col">Expected</th>
          <th scope="col">Received</th>
        </tr>
      </thead>
      <tbody>
        ${shownLines(lines).map((line) => (typeof line === 'number' ? leftOut(line, 2) : bothSides(line)))}
      </tbody>
    </table>
  </div>`
}

/** The record of an answer that is wrong, its wrong field named and marked. */
export function wrongRecordView({ where, field, record }: WrongRecord): Markup {
  const place = where === '' ? field : `${where}.${field}`
  const lines = atField(jsonLines(record), field, record)
  return html`<div class="labelled">
    <p class="label">In the answer, at <code class="path">${place}</code></p>
    <table class="difference">
      <thead class="hidden">
        <tr>
          <th scope="col">Received</th>
        </tr>
      </thead>
      <tbody>
        ${shownLines(lines).map((line) => (typeof line === 'number' ? leftOut(line, 1) : recordLine(line)))}
      </tbody>
    </table>
  </div>`
}

function recordLine({ depth, received = '', path }: DifferenceLine): Markup {
  const content = path === undefined ? html`${shortened(received, longestSame)}` : foldedText(received)
  return html`<tr class="${path === undefined ? 'same' : 'differs'}">
    ${cell('received', depth, content)}
  </tr>`
}

/** The lines with that of the field marked; a field that is not there is a line of its own, which says so. */
function atField(
  lines: readonly DifferenceLine[],
  field: string,
  record: WrongRecord['record'],
): readonly DifferenceLine[] {
  const [name = ''] = field.split('.')
  if (!Object.hasOwn(record, name))
    return [
      ...lines.slice(0, -1),
      { depth: 1, received: `${JSON.stringify(name)} is not there`, path: field },
      ...lines.slice(-1),
    ]
  const start = lines.findIndex(
    ({ depth, received = '' }) => depth === 1 && received.startsWith(`${JSON.stringify(name)}: `),
  )
  const after = lines.findIndex(
    ({ depth, received = '' }, index) => index > start && depth === 1 && !/^[\]}]/.test(received),
  )
  const end = after < 0 ? lines.length - 1 : after
  return lines.map((line, index) => (index >= start && index < end ? { ...line, path: field } : line))
}

/** The lines that differ with some around them; of the others, how many there are. */
function shownLines(lines: readonly DifferenceLine[]): ReadonlyArray<DifferenceLine | number> {
  const near = lines.map((_, index) =>
    lines.slice(Math.max(0, index - linesAround), index + linesAround + 1).some(({ path }) => path !== undefined),
  )
  const shown: Array<DifferenceLine | number> = []
  for (const [index, line] of lines.entries()) {
    const last = shown.at(-1)
    if (near[index] === true) shown.push(line)
    else if (typeof last === 'number') shown[shown.length - 1] = last + 1
    else shown.push(1)
  }
  return shown
}

function leftOut(count: number, columns: number): Markup {
  return html`<tr class="left-out">
    <td colspan="${columns}">${count === 1 ? '1 line' : `${count} lines`} the same</td>
  </tr>`
}

function bothSides({ depth, expected, received, path }: DifferenceLine): Markup {
  if (path === undefined)
    return html`<tr class="same">
      ${cell('expected', depth, html`${shortened(expected ?? '', longestSame)}`)}${cell('received', depth, html`${shortened(received ?? '', longestSame)}`)}
    </tr>`
  const [wanted, got] = markDifference(expected ?? '', received ?? '')
  return html`<tr class="differs">
    ${expected === undefined ? html`<td class="none"></td>` : cell('expected', depth, foldedText(expected, wanted))}
    ${received === undefined ? html`<td class="none"></td>` : cell('received', depth, foldedText(received, got))}
  </tr>`
}

/** A strict page has no style of an element's own: the indentation is text. */
function cell(side: 'expected' | 'received', depth: number, content: Markup): Markup {
  return html`<td class="${side}"><div class="mono">${'\u{a0}\u{a0}'.repeat(depth)}${content}</div></td>`
}
