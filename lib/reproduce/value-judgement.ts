import type { JsonKind, LawfulKinds } from '../checks/finding.ts'
import type { Exchange } from '../client/exchange.ts'
import { factsOf } from './facts.ts'
import type { Leaf } from './flatten-json.ts'
import type { Judgement, JudgementSources } from './judgement-sources.ts'
import type { NamedIds } from './name-ids.ts'
import { leavesOf } from './place.ts'
import { quoted } from './shell-text.ts'
import { tellsOfOneAnswer } from './tells-of-one-answer.ts'
import { toldPlace, type ToldPlace } from './told-place.ts'
import { toldText, toldValue, type ToldValue } from './told-value.ts'

/**
 * The judgement of an answer by one value in it: the one that was expected, one of a lawful type, or that of the run. Where
 * what was expected is told in words, the rule is kept as soon as the place shows another value than in the run.
 */
export function valueJudgement(sources: JudgementSources): Judgement | undefined {
  const { finding, lines, names, judged, trail } = sources
  const { expected: wanted, received } = toldBy(finding)
  const told = received.replace(/^another result: /, '')
  const value = toldValue(told) ?? toldText(told)
  const expected = toldValue(wanted) ?? toldValue(countBefore(wanted))
  const sentField = sentAs(expected, [...trail, ...(finding.prepared ?? [])])
  const missing = value.leaves.length === 0 ? sentField : undefined
  const field = value.field ?? expected?.field ?? missing ?? fieldIn(finding.claim)
  for (const exchange of answersToLookIn(sources, value)) {
    const number = lines.numberOf(exchange)
    const step = exchange === judged ? '"$1"' : number === undefined ? undefined : `${number}`
    const found = toldPlace(exchange, { value, expected, field, sentField, finding, names })
    if (step !== undefined && found)
      return judgementOf({
        step,
        found,
        isRefusal: exchange.status >= 400,
        kinds: finding.criterion?.kind === 'type' ? finding.criterion : undefined,
        received: value,
        expected,
        mayBeMissing: canBeMissing(finding, value, expected),
        // What is wrong on purpose is refused where the rule is kept.
        mayRefuse: judged.broken !== undefined || /\brefus|\b4\d\d\b/.test(finding.expected),
        names,
      })
  }
  return undefined
}

/** What is to be null may be left out, too, where the run had a value. */
function canBeMissing({ criterion }: JudgementSources['finding'], value: ToldValue, expected?: ToldValue): boolean {
  if (criterion?.kind !== 'same') return false
  if (criterion.mayBeMissing === true) return true
  const isNull = expected?.leaves.every(({ text, isText }) => text === 'null' && !isText) === true
  return isNull && value.leaves.length > 0
}

/** What a finding tells: the values themselves, where its claim gave them. */
function toldBy({
  expected,
  received,
  criterion,
}: JudgementSources['finding']): Readonly<Record<'expected' | 'received', string>> {
  if (criterion?.kind !== 'same' || criterion.fields) return { expected, received }
  return { expected: written(criterion.expected), received: written(criterion.received) }
}

function written(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing'
}

/** The field under which a text was sent. */
function sentAs(value: ToldValue | undefined, trail: readonly Exchange[]): string | undefined {
  const [leaf, ...rest] = value?.leaves ?? []
  if (leaf?.isText !== true || leaf.path !== '' || rest.length > 0 || leaf.text === '') return undefined
  const field = new RegExp(`"(\\w+)": ?"${RegExp.escape(leaf.text)}"`)
  return trail
    .values()
    .map(({ request }) => field.exec(request.body?.text ?? '')?.[1])
    .find((name) => name !== undefined)
}

/** Shorter texts stand in an answer by chance. */
const tellingLength = 4

/** A claim may be about another answer than the last one. */
function answersToLookIn({ judged, about, trail, finding }: JudgementSources, value: ToldValue): readonly Exchange[] {
  const answers = new Set([judged, about])
  const isShown = value.leaves.some(
    ({ text }) => text.length >= tellingLength && leavesOf(about).some((leaf) => leaf.text === text),
  )
  if (!tellsOfOneAnswer(finding.criterion) && !isShown && value.leaves.length > 0)
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

const looksLikeId = /^[\w-]{16,}$/
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

interface Told {
  readonly step: string
  readonly found: ToldPlace
  /** Whether the answer that shows it was a refusal in the run. */
  readonly isRefusal: boolean
  readonly kinds: LawfulKinds | undefined
  readonly received: ToldValue
  readonly expected: ToldValue | undefined
  /** Whether a refusal would keep the rule as well. */
  readonly mayRefuse: boolean
  readonly mayBeMissing: boolean
  readonly names: NamedIds
}

function judgementOf({
  step,
  found,
  isRefusal,
  kinds,
  received,
  expected,
  mayRefuse,
  mayBeMissing,
  names,
}: Told): Judgement | undefined {
  const { place, fields } = found
  const word = place.word(step)
  const inAnyCase = fields?.includes('part_number') === true
  const shown = (leaves: readonly Leaf[]): string => {
    const text = factLines(leaves, { place: place.path, names })
    return inAnyCase ? text.toLowerCase() : text
  }
  const breach = shown(received.leaves.filter(({ path, text }) => !fields || path !== '' || text !== '{}'))
  const kept = expected && shown(expected.leaves)
  if (kept === breach) return undefined
  // An entry that is found by its id has that id.
  if (word.includes('$(place') && place.path.endsWith('].id')) return undefined
  // Every time and every id would look like that of the run.
  const isAny = /\{(?:time|id)\}/.test(breach)
  if (kept === undefined && isAny && !kinds) return undefined
  // What only looks like an id would be taken for one.
  if (isAny && kinds && !received.leaves.every(({ text }) => !looksLikeId.test(text) || uuid.test(text)))
    return undefined
  // A field that has a wrong value may be left out lawfully.
  const unlawful = kinds?.unlawful.filter((kind) => kind !== 'nothing' || received.leaves.length === 0) ?? []
  return {
    lines: [
      ...(mayRefuse && !isRefusal ? [`refused ${step} && return 0`] : []),
      `${isRefusal ? 'refused' : 'accepted'} ${step} || return 2`,
      ...(word.includes('$(place') ? [`[ -n ${word.replace(/\)[^)]*$/, ')"')} ] || return 2`] : []),
      `seen=$(${seenBy({ step, word, fields, inAnyCase })})`,
      ...(mayBeMissing ? ['[ -z "$seen" ] && return 0'] : []),
      ...(kept === undefined ? [] : [`[ "$seen" = ${quoted(kept)} ] && return 0`]),
      // A value may be of a lawful kind and wrong: a day that no calendar has.
      ...(isAny && kinds ? [] : [`[ "$seen" = ${quoted(breach)} ] && return 1`]),
      // Where nothing is due, any text is one too many, such as one that a service makes anew each time.
      ...(expected?.leaves.length === 0 && received.leaves[0]?.isText === true
        ? [...ofKind(['text', 'token'], 1), ...ofKind(['empty text', 'null'], 0)]
        : []),
      ...ofKind(kinds?.lawful ?? [], 0),
      ...patternLines(kinds?.pattern),
      ...listedLines(kinds?.values ?? []),
      ...ofKind(unlawful, 1),
      kept === undefined && !kinds ? 'return 0' : 'return 2',
    ],
  }
}

interface Seen {
  readonly step: string
  readonly word: string
  readonly fields: readonly string[] | undefined
  /** A part number may be kept in another letter case. */
  readonly inAnyCase: boolean
}

function seenBy({ step, word, fields, inAnyCase }: Seen): string {
  const picked = fields ? [`fields ${fields.map((field) => quoted(field)).join(' ')}`] : []
  return [`under ${step} ${word}`, ...picked, ...(inAnyCase ? ["tr 'A-Z' 'a-z'"] : [])].join(' | ')
}

/** Where the lawful texts are listed, no other text is one. */
function listedLines(values: readonly string[]): readonly string[] {
  if (values.length === 0) return []
  const lawful = values.map((value) => quoted(`\t"${value}"`)).join(' | ')
  return [`case $seen in ${lawful}) return 0 ;; esac`, ...ofKind(['text', 'token'], 1)]
}

function patternLines(pattern: string | undefined): readonly string[] {
  if (pattern === undefined) return []
  return [`case $(kind_of "$seen") in text | token) matches "$seen" ${quoted(pattern)}; return $? ;; esac`]
}

function ofKind(kinds: readonly JsonKind[], answer: 0 | 1): readonly string[] {
  const patterns = kinds.map((kind) => quoted(kind)).join(' | ')
  return kinds.length === 0 ? [] : [`case $(kind_of "$seen") in ${patterns}) return ${answer} ;; esac`]
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
