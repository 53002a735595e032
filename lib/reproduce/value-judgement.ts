import type { JsonKind } from '../checks/finding.ts'
import type { Exchange } from '../client/exchange.ts'
import { factsOf } from './facts.ts'
import type { Leaf } from './flatten-json.ts'
import type { Judgement, JudgementSources } from './judgement-sources.ts'
import { recordIn, type NamedIds } from './name-ids.ts'
import { leavesOf, leavesUnder, placeAt, placeOfRecord, type Place } from './place.ts'
import { quoted } from './shell-text.ts'
import { toldValue, type ToldValue } from './told-value.ts'

/** The judgement of an answer by one value in it: the one that was expected, one of a lawful type, or that of the run. */
export function valueJudgement(sources: JudgementSources): Judgement | undefined {
  const { finding, judged, about, lines, names } = sources
  const received = toldValue(finding.received)
  if (!received) return undefined
  const kinds = finding.criterion?.kind === 'type' ? finding.criterion.lawful : []
  const expected = toldValue(finding.expected) ?? toldValue(countBefore(finding.expected))
  const field = received.field ?? expected?.field ?? fieldIn(finding.claim)
  for (const exchange of judged === about ? [judged] : [judged, about]) {
    const number = lines.numberOf(exchange)
    const step = exchange === judged ? '"$1"' : number === undefined ? undefined : `${number}`
    const place = placeIn(exchange, { value: received, field, record: recordIn(finding.received), names })
    if (step !== undefined && place && exchange.status < 300)
      return told({ step, place, kinds, received: received.leaves, expected: expected?.leaves, names })
  }
  return undefined
}

/** `120` of `120 new items`. */
function countBefore(text: string): string {
  return /^\d+(?= (?:new )?\w+(?:,|$))/.exec(text)?.[0] ?? ''
}

/** The field that a claim about a shape is about: `product.name is not a string`. */
function fieldIn(claim: string): string | undefined {
  return /^[\w .]*\.(\w+) is not /.exec(claim)?.[1]
}

interface Sought {
  readonly value: ToldValue
  readonly field: string | undefined
  readonly record: string | undefined
  readonly names: NamedIds
}

/** Where an answer of the run shows a value, if it does so in one place only. */
function placeIn(exchange: Exchange, { value, field, record, names }: Sought): Place | undefined {
  if (record !== undefined && field !== undefined) {
    const within = placeOfRecord(exchange, record, names)
    if (!within) return undefined
    const place = { path: `${within.path}.${field}`, word: (step: string) => `${within.word(step)}.${field}` }
    return isSame(leavesUnder(leavesOf(exchange), place.path), value.leaves) ? place : undefined
  }
  if (value.leaves.length === 0) return undefined
  const leaves = leavesOf(exchange)
  const paths = [...new Set(leaves.flatMap(({ path }) => prefixesOf(path)))].filter(
    (path) => (field === undefined || path.endsWith(`.${field}`)) && isSame(leavesUnder(leaves, path), value.leaves),
  )
  const [path] = paths
  return path === undefined || paths.length > 1 ? undefined : placeAt(exchange, path, names)
}

function prefixesOf(path: string): string[] {
  return Array.from(path.matchAll(/(?=[.[]|$)/g), ({ index }) => path.slice(0, index)).filter((one) => one !== '')
}

function isSame(one: readonly Leaf[], other: readonly Leaf[]): boolean {
  const texts = [one, other].map((leaves) => leaves.map(({ path, text, isText }) => [path, text, isText].join('\t')))
  return texts[0]?.toSorted().join('\n') === texts[1]?.toSorted().join('\n')
}

interface Told {
  readonly step: string
  readonly place: Place
  readonly kinds: readonly JsonKind[]
  readonly received: readonly Leaf[]
  readonly expected: readonly Leaf[] | undefined
  readonly names: NamedIds
}

function told({ step, place, kinds, received, expected, names }: Told): Judgement | undefined {
  const word = place.word(step)
  const lines = (leaves: readonly Leaf[]): string => {
    const moved = leaves.map((leaf) => ({ ...leaf, path: `${place.path}${leaf.path}` }))
    return factsOf(moved, names.values)
      .map((fact) => `${fact.place.slice(place.path.length)}\t${fact.text.replaceAll(/[\r\n]/g, ' ')}`)
      .toSorted((one, other) => (one < other ? -1 : 1))
      .join('\n')
  }
  const breach = lines(received)
  const kept = expected && lines(expected)
  if (kept === breach) return undefined
  return {
    lines: [
      `accepted ${step} || return 2`,
      ...(place.word(step).includes('$(place') ? [`[ -n ${word.replace(/\)[^)]*$/, ')"')} ] || return 2`] : []),
      `seen=$(under ${step} ${word})`,
      ...(kept === undefined ? [] : [`[ "$seen" = ${quoted(kept)} ] && return 0`]),
      ...(kinds.length === 0
        ? []
        : [`case $(kind_of "$seen") in ${kinds.map((kind) => quoted(kind)).join(' | ')}) return 0 ;; esac`]),
      `[ "$seen" = ${quoted(breach)} ] && return 1`,
      'return 2',
    ],
  }
}
