import type { JsonKind } from '../checks/finding.ts'
import type { Exchange } from '../client/exchange.ts'
import { factsOf } from './facts.ts'
import type { Leaf } from './flatten-json.ts'
import type { Judgement, JudgementSources } from './judgement-sources.ts'
import type { NamedIds } from './name-ids.ts'
import { quoted } from './shell-text.ts'
import { toldPlace, type ToldPlace } from './told-place.ts'
import { toldText, toldValue, type ToldValue } from './told-value.ts'

/**
 * The judgement of an answer by one value in it: the one that was expected, one of a lawful type, or that of the run. Where
 * what was expected is told in words, the rule is kept as soon as the place shows another value than in the run.
 */
export function valueJudgement(sources: JudgementSources): Judgement | undefined {
  const { finding, lines, names, judged } = sources
  const value = toldValue(finding.received) ?? toldText(finding.received)
  const expected = toldValue(finding.expected) ?? toldValue(countBefore(finding.expected))
  const field = value.field ?? expected?.field ?? fieldIn(finding.claim)
  for (const exchange of answersToLookIn(sources)) {
    const number = lines.numberOf(exchange)
    const step = exchange === judged ? '"$1"' : number === undefined ? undefined : `${number}`
    const found = toldPlace(exchange, { value, expected, field, received: finding.received, names })
    if (step !== undefined && found)
      return told({
        step,
        found,
        kinds: finding.criterion?.kind === 'type' ? finding.criterion.lawful : [],
        received: value,
        expected,
        mayRefuse: /\brefus|\b4\d\d\b/.test(finding.expected),
        names,
      })
  }
  return undefined
}

/** A claim may be about another answer than the last one. */
function answersToLookIn({ judged, about, trail, finding }: JudgementSources): readonly Exchange[] {
  const answers = new Set([judged, about])
  if (finding.criterion === undefined)
    for (const exchange of trail.toReversed()) if (exchange.sequence < judged.sequence) answers.add(exchange)
  return [...answers].filter(({ status }) => status < 500)
}

/** `120` of `120 new items`. */
function countBefore(text: string): string {
  return /^\d+(?= (?:new )?\w+(?:,|$))/.exec(text)?.[0] ?? ''
}

/** The field that a claim about a shape is about: `product.name is a string`. */
function fieldIn(claim: string): string | undefined {
  return /^[\w .]*\.(\w+) is /.exec(claim)?.[1]
}

interface Told {
  readonly step: string
  readonly found: ToldPlace
  readonly kinds: readonly JsonKind[]
  readonly received: ToldValue
  readonly expected: ToldValue | undefined
  /** Whether a refusal would keep the rule as well. */
  readonly mayRefuse: boolean
  readonly names: NamedIds
}

function told({ step, found, kinds, received, expected, mayRefuse, names }: Told): Judgement | undefined {
  const { place, fields } = found
  const word = place.word(step)
  const shown = (leaves: readonly Leaf[]): string => factLines(leaves, { place: place.path, names })
  const breach = shown(received.leaves.filter(({ path, text }) => !fields || path !== '' || text !== '{}'))
  const kept = expected && shown(expected.leaves)
  if (kept === breach) return undefined
  return {
    lines: [
      ...(mayRefuse ? [`refused ${step} && return 0`] : []),
      `accepted ${step} || ${received.leaves.some(({ path }) => path === '.error') ? `refused ${step} || ` : ''}return 2`,
      ...(word.includes('$(place') ? [`[ -n ${word.replace(/\)[^)]*$/, ')"')} ] || return 2`] : []),
      `seen=$(under ${step} ${word}${fields ? ` | fields ${fields.map((field) => quoted(field)).join(' ')}` : ''})`,
      ...(kept === undefined ? [] : [`[ "$seen" = ${quoted(kept)} ] && return 0`]),
      ...(kinds.length === 0
        ? []
        : [`case $(kind_of "$seen") in ${kinds.map((kind) => quoted(kind)).join(' | ')}) return 0 ;; esac`]),
      `[ "$seen" = ${quoted(breach)} ] && return 1`,
      kept === undefined && kinds.length === 0 ? 'return 0' : 'return 2',
    ],
  }
}

interface FactSources {
  readonly place: string
  readonly names: NamedIds
}

function factLines(leaves: readonly Leaf[], { place, names }: FactSources): string {
  const moved = leaves.map((leaf) => ({ ...leaf, path: `${place}${leaf.path}` }))
  return factsOf(moved, names.values)
    .map((fact) => `${fact.place.slice(place.length)}\t${fact.text.replaceAll(/[\r\n]/g, ' ')}`)
    .toSorted((one, other) => (one < other ? -1 : 1))
    .join('\n')
}
