import { html, type Markup } from './markup.ts'

const leastInCommon = 6

/** Two texts as HTML, what differs between them marked; plain where they have little in common, for then all of it differs. */
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
