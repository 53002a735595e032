import type { Judgement, JudgementSources } from './judgement-sources.ts'
import { leavesOf, placeAt } from './place.ts'
import { quoted } from './shell-text.ts'

/** The judgement of a matrix by its brackets and numbers, however they are spaced. */
export function matrixJudgement({ finding, judged, names }: JudgementSources): Judgement | undefined {
  const { criterion } = finding
  if (judged.status >= 300 || (criterion?.kind === 'same' && criterion.differs === true)) return undefined
  const told =
    criterion?.kind === 'same' ? criterion : { expected: parsed(finding.expected), received: parsed(finding.received) }
  const [expected, received] = [told.expected, told.received].map((value) => matrixOf(value))
  if (expected === undefined || received === undefined || expected === received) return undefined
  const places = leavesOf(judged).filter(({ path, text }) => path.endsWith('.value') && unspaced(text) === received)
  const place = places[0] && places.length === 1 ? placeAt(judged, places[0].path, names) : undefined
  if (!place) return undefined
  const word = place.word('"$1"')
  return {
    lines: [
      'accepted "$1" || return 2',
      ...(word.includes('$(place') ? [`[ -n ${word.replace(/\)[^)]*$/, ')"')} ] || return 2`] : []),
      `seen=$(value "$1" ${word} | tr -d ' ')`,
      `[ "$seen" = ${quoted(expected)} ] && return 0`,
      `[ "$seen" = ${quoted(received)} ] && return 1`,
      'return 2',
    ],
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The text of a matrix that a check has taken apart: `["[","[",1,2,"]","]"]` is `[[1,2]]`. */
function matrixOf(value: unknown): string | undefined {
  if (!Array.isArray(value) || value[0] !== '[' || value.at(-1) !== ']') return undefined
  return unspaced(value.join(' '))
}

function unspaced(text: string): string {
  return text
    .replaceAll(/[\s,;]+/g, ' ')
    .replaceAll(/ ?([[\]]) ?/g, '$1')
    .replaceAll('][', '],[')
    .replaceAll(' ', ',')
}
