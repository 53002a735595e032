import type { Judgement, JudgementSources } from './judgement-sources.ts'
import { quoted, shellWord } from './shell-text.ts'

/** The judgement of an answer by one of its headers: the one that a claim names, or the one whose value was received. */
export function headerJudgement({ finding, judged, names }: JudgementSources): Judgement | undefined {
  const named = /^headers\.([\w-]+) is /.exec(finding.claim)?.[1]
  if (named !== undefined && finding.received === 'nothing')
    return {
      lines: [
        '[ "$(status "$1")" = 000 ] && return 2',
        `[ -n "$(header "$1" ${quoted(named)})" ] && return 0`,
        'return 1',
      ],
    }
  const lost = /^no ([\w-]+)$/.exec(finding.received)?.[1]?.toLowerCase()
  if (
    lost !== undefined &&
    finding.expected.toLowerCase().startsWith(`${lost}: `) &&
    judged.headers[lost] === undefined
  )
    return {
      lines: [
        'accepted "$1" || return 2',
        `case $(header "$1" ${quoted(lost)}) in ${quoted(finding.expected.slice(lost.length + 2))}*) return 0 ;; esac`,
        'return 1',
      ],
    }
  const [value, word] = [bare(finding.received.replace(/^content type (?=")/, '')), bare(finding.expected)]
  const name = named ?? Object.entries(judged.headers).find(([, held]) => held === value && held !== '')?.[0]
  if (name === undefined || judged.headers[name] !== value) return undefined
  const wanted = word.toLowerCase().startsWith(`${name}: `) ? word.slice(name.length + 2) : word
  const isSent = Object.values(judged.request.headers).includes(wanted)
  // What was expected in words is kept as soon as the header is another.
  const isText = /^\S+$/.test(wanted)
  return {
    lines: [
      `[ "$(status "$1")" = ${judged.status} ] || return 2`,
      `seen=$(header "$1" ${quoted(name)})`,
      `[ "$seen" = ${shellWord(names.names.pieces(value))} ] && return 1`,
      ...endOf({ wanted: shellWord(names.names.pieces(wanted)), isText, isSent }),
    ],
  }
}

interface Wanted {
  /** As a word of the shell. */
  readonly wanted: string
  readonly isText: boolean
  readonly isSent: boolean
}

/** What was sent comes back as it is; what is no text but told in words is anything else than in the run. */
function endOf({ wanted, isText, isSent }: Wanted): readonly string[] {
  if (!isText) return ['return 0']
  return isSent ? [`[ "$seen" = ${wanted} ]`] : [`case $seen in *${wanted}*) return 0 ;; esac`, 'return 2']
}

function bare(text: string): string {
  return /^"(?:[^"\\]|\\.)*"$/.test(text) ? `${JSON.parse(text)}` : text
}
