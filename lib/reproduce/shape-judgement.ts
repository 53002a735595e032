import type { Exchange } from '../client/exchange.ts'
import { isList } from './content-of-lists.ts'
import type { Judgement, JudgementSources } from './judgement-sources.ts'
import { leavesOf } from './place.ts'
import { quoted } from './shell-text.ts'

/** Every id and every time looks like any other. */
const anyValue = /\{(?:id|time)\}/
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const time = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?/g

/** The judgement of an answer by the values that a field has in all the records that it shows: each is of a lawful kind, or a lawful text. */
export function shapeJudgement({ finding, judged }: JudgementSources): Judgement | undefined {
  const { criterion } = finding
  if (criterion?.kind !== 'type' || criterion.at === undefined || judged.status >= 300) return undefined
  const { at, lawful, unlawful, pattern, values = [] } = criterion
  const leaves = leavesOf(judged).map((leaf) => ({ ...leaf, path: fieldOf(leaf.path) }))
  if (finding.received.startsWith('nothing') && !lawful.includes('nothing')) return missingField(at)
  const shown = leaves.filter(({ path }) => path === at)
  const told = finding.received.replace(/ \(in the record with id "[^"]+"\)$/, '')
  const broken = shown.find(({ text, isText }) => (isText ? `"${text}"` : text) === told)
  if (!broken) return undefined
  const wrong = `\t${broken.isText ? `"${broken.text.replace(uuid, '{id}').replaceAll(time, '{time}')}"` : broken.text}`
  if (criterion.values === undefined && anyValue.test(wrong)) return undefined
  return {
    lines: [
      ...(judged.broken === undefined ? [] : ['refused "$1" && return 0']),
      'accepted "$1" || return 2',
      `each_value "$1" ${quoted(at)} >"$work/values"`,
      // A list may show other records than in the run.
      ...(lawful.includes('nothing') ? [`[ -s "$work/values" ] || ${noneIsKept(at, judged)}`] : []),
      ...(pattern === undefined ? [] : [`pattern=${quoted(pattern)}`]),
      [
        'keeps_kinds',
        kinds(lawful),
        kinds(unlawful),
        quoted(wrong),
        ...values.map((value) => quoted(`\t"${value}"`)),
      ].join(' '),
    ],
  }
}

/** A list without the field keeps the rule where it shows a record that could have it. */
function noneIsKept(at: string, { endpoint }: Exchange): string {
  return isList(endpoint) ? `{ each_has_field "$1" ${quoted(at)}; [ $? = 1 ] && return 0; return 2; }` : 'return 0'
}

/** Each record that is shown has the field. */
function missingField(at: string): Judgement {
  return { lines: ['accepted "$1" || return 2', `each_has_field "$1" ${quoted(at)}`] }
}

/** Where a value stands in a record, whatever entry of a list that is. */
function fieldOf(path: string): string {
  return path.replace(/^(?:\.items)?\[\d+\]/, '').replaceAll(/\[\d+\]/g, '')
}

function kinds(names: readonly string[]): string {
  return quoted(['', ...names, ''].join('/'))
}
