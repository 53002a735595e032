import { shortened } from '../escape.ts'
import { grouped } from '../../wording/figures.ts'
import { html, type Markup } from './markup.ts'

const longestName = 80
const chipsShown = 60

/** A name and how often it was seen. */
export interface Seen {
  readonly name: string
  readonly seen: number
}

/** Names with how often they were seen; the documented ones first, those never seen among them. */
export function seenChips(seen: readonly Seen[], documented: readonly string[]): Markup {
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
