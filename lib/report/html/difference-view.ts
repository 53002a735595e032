import { isDeepStrictEqual } from 'node:util'
import type { Failure } from '../../checks/claims/statement.ts'
import { isRecord } from '../../contract/is-record.ts'
import { show } from '../../contract/show.ts'
import { shortened } from '../escape.ts'
import { html, type Markup } from './markup.ts'
import { table } from './section.ts'

const placesShown = 30
const longestValue = 400
const longestShown = 120
const shownOfLonger = 80
/** Fields that tell a record from its like. */
const naming = ['id', 'name', 'type']

/** A place in which two JSON values differ. */
export interface Difference {
  /** Such as `items[2].value`. */
  readonly path: string
  readonly expected: unknown
  readonly received: unknown
}

/** The places in which two JSON values differ; lists of different lengths differ as a whole. */
export function differences(expected: unknown, received: unknown, path = ''): readonly Difference[] {
  if (isDeepStrictEqual(expected, received)) return []
  if (isRecord(expected) && isRecord(received)) {
    const names = [...new Set([...Object.keys(expected), ...Object.keys(received)])]
    return names.flatMap((name) => differences(expected[name], received[name], path === '' ? name : `${path}.${name}`))
  }
  if (Array.isArray(expected) && Array.isArray(received) && expected.length === received.length)
    return expected.flatMap((entry, index) => differences(entry, received[index], `${path}[${index}]`))
  return [{ path, expected, received }]
}

/** Two JSON values reduced to their differences; `undefined` if that is no shorter than both texts. */
export function differenceView({ expected, received }: Failure): Markup | undefined {
  if (!areAlike(expected, received)) return undefined
  const all = differences(expected, received)
  if (all.length === 0 || all[0]?.path === '') return undefined
  const left = all.length - placesShown
  return html`<div class="labelled">
    ${table(
      ['Differs at', 'Expected', 'Received'],
      all.slice(0, placesShown).map((one) => differenceRow(one)),
      'What differs',
      'difference',
    )}
    ${left > 0 && html`<p class="more">and ${left} more</p>`}
  </div>`
}

function areAlike(expected: unknown, received: unknown): boolean {
  return (isRecord(expected) && isRecord(received)) || (Array.isArray(expected) && Array.isArray(received))
}

function differenceRow({ path, expected, received }: Difference): Markup {
  const [one, other] = [shown(expected), shown(received)]
  const [wanted, got] = markDifference(one, other)
  return html`<tr class="differs">
    <th scope="row"><code class="path">${path}</code></th>
    ${cell('expected', foldedText(one, wanted))}${cell('received', foldedText(other, got))}
  </tr>`
}

/** The wrong record of an answer: its wrong fields marked, and the fields that identify it. */
export function wrongRecordView({ of, fields = [], record }: Failure): Markup | undefined {
  if (of === undefined || !record) return undefined
  const wrong = new Set(fields)
  const names = [...new Set([...naming.filter((name) => name in record), ...wrong])]
  const left = Object.keys(record).filter((name) => !names.includes(name)).length
  const rows = names.map(
    (name) =>
      html`<tr class="${wrong.has(name) ? 'differs' : 'same'}">
        <th scope="row">${wrong.has(name) ? html`<code class="path">${name}</code>` : name}</th>
        ${cell('received', foldedText(name in record ? shown(record[name]) : 'is missing'))}
      </tr>`,
  )
  return html`<div class="labelled">
    <p class="label">In the answer, in the ${of}</p>
    ${table(['Field', 'Received'], rows, `The ${of}`, 'difference')}
    ${left > 0 && html`<p class="more">and ${left} more fields</p>`}
  </div>`
}

function cell(side: 'expected' | 'received', content: Markup): Markup {
  return html`<td class="${side}"><div class="mono">${content}</div></td>`
}

function shown(value: unknown): string {
  return shortened(show(value, Infinity), longestValue)
}

/** A text on one line; a long one can be unfolded. */
function foldedText(text: string, whole: Markup = html`${text}`): Markup {
  if (text.length <= longestShown) return whole
  const beginning = Array.from(text).slice(0, shownOfLonger).join('')
  return html`<details class="long">
    <summary>${beginning}… <span class="quiet">${text.length} characters</span></summary>
    ${whole}
  </details>`
}

const leastInCommon = 6

/** Two texts as HTML with their differences marked; without marks if they have little in common. */
export function markDifference(first: string, second: string): readonly [Markup, Markup] {
  // By code points, so that no character is cut in two.
  const one = Array.from(first)
  const other = Array.from(second)
  const shorter = Math.min(one.length, other.length)
  let head = 0
  while (head < shorter && one[head] === other[head]) head += 1
  let tail = 0
  while (tail < shorter - head && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1
  const common = head + tail
  if (common < leastInCommon || common * 2 < shorter || first === second) return [html`${first}`, html`${second}`]
  return [marked(one, head, tail), marked(other, head, tail)]
}

function marked(characters: readonly string[], head: number, tail: number): Markup {
  const end = characters.length - tail
  const middle = characters.slice(head, end).join('')
  const before = characters.slice(0, head).join('')
  return html`${before}${middle !== '' && html`<mark>${middle}</mark>`}${characters.slice(end).join('')}`
}
