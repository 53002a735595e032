import type { Judgement, JudgementSources } from './judgement-sources.ts'
import { quoted, shellWord } from './shell-text.ts'

/** The judgement of the numbers of versions, where the web application tells them: the next one is higher than the last. */
export function risesJudgement({ finding, judged, names, chronicle }: JudgementSources): Judgement | undefined {
  const { criterion } = finding
  if (criterion?.kind !== 'rises') return undefined
  const action = chronicle.webActions.findLast(
    ({ name, sequence }) => name === 'publishVersion' && sequence <= judged.sequence,
  )
  const [product] = action?.arguments ?? []
  if (product === undefined || !isSeenAtTheEnd(finding.received)) return undefined
  return {
    lines: [
      'accepted "$1" || return 2',
      'last=$(version_made)',
      `[ -n "$last" ] || undecided ${quoted(`needs ${criterion.needs}`)}`,
      `web publishVersion ${shellWord(names.names.pieces(product))}`,
      'next=$(version_made)',
      `[ -n "$next" ] || undecided ${quoted(`needs ${criterion.needs}`)}`,
      '[ "$next" -gt "$last" ]',
    ],
  }
}

/** Whether the last of some numbers is the one that does not rise: a script publishes no more of them than the run did. */
function isSeenAtTheEnd(received: string): boolean {
  const [last, next] = received.split(', ').map(Number).slice(-2)
  return last !== undefined && next !== undefined && next <= last
}
