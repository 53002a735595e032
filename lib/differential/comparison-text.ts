import { painted } from '../client/output.ts'
import { inOneLine, shortened, withoutControlCharacters } from '../report/escape.ts'
import { byEndpoint } from './by-endpoint.ts'
import type { Comparison } from './comparison.ts'
import { condense, type Condensed } from './condense.ts'
import { difference, phrase } from './phrase.ts'

const shown = 60
const longest = 120

/** The comparison of two deployments for a terminal. */
export function comparisonText({ old, pairs, unconfirmed, differences }: Comparison): string {
  const lines = condense(differences)
  const groups = [...byEndpoint(lines.slice(0, shown))].map(([endpoint, group]) =>
    [painted('bold', endpoint), ...group.map((one) => `  ${line(one)}`)].join('\n'),
  )
  const more = lines.length > shown ? [`and ${lines.length - shown} more; see against.md`] : []
  const passing = unconfirmed === 0 ? '' : ` (${unconfirmed} more seen once and not again)`
  return [
    ...groups,
    ...more,
    `against ${safe(old.baseUrl)}: ${difference(differences.length).toLowerCase()} in ${pairs} answers to the same requests${passing}; against.html, against.md and against.json`,
    '',
  ].join('\n')
}

function line(one: Condensed): string {
  const times = one.occurrences === 1 ? '' : `, ${one.occurrences} times`
  return `${safe(phrase(one))} ${safe(one.old)} → ${safe(one.new)}${times}${others(one)}; “${safe(one.example.check)}”`
}

/** What the shown difference stands for besides. */
function others({ otherWays }: Condensed): string {
  if (otherWays === 0) return ''
  return otherWays === 1 ? ', and another such difference' : `, and ${otherWays} other such differences`
}

function safe(text: string): string {
  return shortened(inOneLine(withoutControlCharacters(text)), longest)
}
