import type { Exchange } from '../client/exchange.ts'
import { flattenJson } from './flatten-json.ts'
import type { Judgement, JudgementSources } from './judgement-sources.ts'
import { leavesOf, placeAt, type Place } from './place.ts'

/** The judgement of two answers that ought to show the same time, and do not. Other values are expected as they were sent. */
export function pairJudgement(sources: JudgementSources): Judgement | undefined {
  const { finding, judged, trail, lines, names } = sources
  const field = /^(\w+) (?=["\d])/.exec(finding.expected)?.[1] ?? changedTime(finding)
  const [expected, received] = [finding.expected, finding.received].map((text) => timeIn(text, field))
  if (expected === undefined || received === undefined) return undefined
  const seen = trail.filter(({ sequence, status }) => sequence <= judged.sequence && status < 300).toReversed()
  const place = (exchange: Exchange, value: string): Place | undefined => {
    const path = pathOf(exchange, value, field)
    return path === undefined ? undefined : placeAt(exchange, path, names)
  }
  const one = seen.find((exchange) => place(exchange, received))
  const other = seen.find((exchange) => exchange !== one && place(exchange, expected))
  if (!one || !other) return undefined
  const words = [place(one, received), place(other, expected)].map((found, index) => {
    const exchange = index === 0 ? one : other
    const step = exchange === judged ? '"$1"' : lines.numberOf(exchange)
    return step === undefined || !found ? undefined : `$(value ${step} ${found.word(`${step}`)})`
  })
  if (words.includes(undefined)) return undefined
  return {
    comparesTimes: true,
    lines: [
      `one="${words[0]}" other="${words[1]}"`,
      '[ -n "$one" ] && [ -n "$other" ] || return 2',
      '[ "$one" = "$other" ] && return 0',
      // One time may be written in several ways.
      '[ ${#one} = ${#other} ] && return 1',
      'return 2',
    ],
  }
}

/** The field of `{"updatedAt":"…"}` that holds another time than was expected. */
function changedTime({ expected, received }: JudgementSources['finding']): string | undefined {
  const [wanted, shown] = [expected, received].map((text) => flattenJson(text) ?? [])
  return shown
    ?.find(({ path, text }) => isTime(text) && wanted?.some((leaf) => leaf.path === path && isTime(leaf.text)))
    ?.path.slice(1)
}

function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT/.test(text)
}

function timeIn(text: string, field: string | undefined): string | undefined {
  const inFields = flattenJson(text)?.find(({ path }) => path === `.${field}`)?.text
  if (inFields !== undefined) return isTime(inFields) ? inFields : undefined
  const value = field === undefined ? text : text.slice(field.length + 1)
  if (/^\d{13}$/.test(value)) return value
  return /^"(\d{4}-\d\d-\d\dT[^"]*)"$/.exec(value)?.[1]
}

function pathOf(exchange: Exchange, value: string, field: string | undefined): string | undefined {
  const milliseconds = /^\d{13}$/.test(value) ? Number(value) : Date.parse(value)
  return leavesOf(exchange).find(
    ({ path, text }) => (field === undefined || path.endsWith(`.${field}`)) && Date.parse(text) === milliseconds,
  )?.path
}
