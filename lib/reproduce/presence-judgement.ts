import { flattenJson } from './flatten-json.ts'
import type { Judgement, JudgementSources } from './judgement-sources.ts'
import { leavesOf } from './place.ts'
import { shellWord } from './shell-text.ts'
import { toldText, toldValue } from './told-value.ts'

/** Shorter texts stand in an answer by chance. */
const tellingLength = 4
const mostValues = 5

/** An id of the run names nothing any more. */
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The judgement of an answer by the texts of a list that ought to stand in it and do not, or the other way round. */
export function presenceJudgement({ finding, judged, trail, names }: JudgementSources): Judgement | undefined {
  const expected = textsIn(finding.expected)
  const received = textsIn(finding.received)
  if (!expected || !received || judged.status >= 300) return undefined
  const leaves = leavesOf(judged)
  const shown = new Set(leaves.map(({ text }) => text))
  if (!received.every((value) => shown.has(value))) return undefined
  const missing = expected.filter((value) => !received.includes(value) && !shown.has(value)).slice(0, mostValues)
  // What stands in other fields, too, is there whether the rule is kept or not.
  const isOnce = (value: string): boolean => leaves.filter(({ text }) => text === value).length === 1
  const extra = received.filter((value) => !expected.includes(value) && isOnce(value)).slice(0, mostValues)
  if (missing.length + extra.length === 0) return undefined
  const sent = trail.map(({ request }) => `${request.path} ${request.body?.text ?? ''}`).join('\n')
  // A value that the run had by chance does not come again; that it is not there shows nothing.
  const telling = missing.length > 0 ? missing : extra
  const isKnown = (value: string): boolean => names.wasThere(value) || (sent.includes(value) && !uuid.test(value))
  if (telling.some((value) => isLiteral(value, names) && !isKnown(value))) return undefined
  const has = (value: string): string => `has "$1" ${shellWord(names.names.pieces(value))}`
  return {
    lines: [
      'accepted "$1" || return 2',
      `if ${[...missing.map((value) => has(value)), ...extra.map((value) => `! ${has(value)}`)].join(' && ')}; then return 0; fi`,
      `if ${[...missing.map((value) => `! ${has(value)}`), ...extra.map((value) => has(value))].join(' && ')}; then return 1; fi`,
      'return 2',
    ],
  }
}

/** The texts of a list, or a text alone; `undefined` where a finding tells of something else. */
function textsIn(told: string): readonly string[] | undefined {
  const listed = told.split(', ')
  if (listed.every((text) => uuid.test(text))) return listed
  const leaves = flattenJson(told)
  if (!leaves) return (toldValue(told) ?? toldText(told)).leaves.map(({ text }) => text)
  if (
    !leaves?.every(
      ({ path, text, isText }) => path === '' || (/^\[\d+\]$/.test(path) && isText && text.length >= tellingLength),
    )
  )
    return undefined
  return leaves.flatMap(({ path, text }) => (path === '' ? [] : [text]))
}

function isLiteral(value: string, { names }: JudgementSources['names']): boolean {
  return names.pieces(value).every((piece) => typeof piece === 'string')
}
