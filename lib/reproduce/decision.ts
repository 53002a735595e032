import type { NewFinding } from '../checks/run-journal.ts'
import type { Exchange } from '../client/exchange.ts'
import { flattenJson } from './flatten-json.ts'
import { factsOf, listFactsOf, type Fact } from './facts.ts'
import { isList } from './chain-of.ts'
import { recordIn, type NamedIds } from './name-ids.ts'
import type { RequestLines } from './request-lines.ts'
import { quoted, shellWord } from './shell-text.ts'

export interface DecisionSources {
  readonly finding: NewFinding
  /** The last exchange that tells. */
  readonly judged: Exchange
  /** The one that the claim names, the same in most cases. */
  readonly about: Exchange
  /** The requests of a race, where one is judged. */
  readonly racing: readonly Exchange[]
  readonly trail: readonly Exchange[]
  readonly names: NamedIds
  readonly lines: RequestLines
}

/** Facts that are compared at most: what a list shows may be long. */
const mostFacts = 400
/** A race may be won by chance. */
const goesOfARace = 5
/** Seconds in which what may be late is waited for. */
const waits = 10

/** The end of a script: the judged request, and whether its answer keeps the rule. */
export function decision(sources: DecisionSources): string[] {
  const { judged, racing, lines } = sources
  if (racing.length > 0) return raceDecision(sources)
  const tries = isPolled(sources) ? waits : 1
  return [
    'judge() {',
    ...[...lines.request(judged, 'send'), ...lines.after(judged)].map((line) => `  ${line}`),
    '}',
    'holds() {',
    `  ${heldBy(sources)}`,
    '}',
    ...factsFile(sources),
    'story',
    '# the judged request',
    ...(tries === 1
      ? ['judge']
      : [
          `tries_left=${tries}`,
          'until judge && holds "$step" || [ "$tries_left" = 0 ]; do',
          '  tries_left=$((tries_left - 1))',
          '  sleep 1',
          'done',
        ]),
    'if holds "$step"; then pass; else breach; fi',
  ]
}

/** The requests at once that a finding judges by their statuses: those of a race, or the last ones where no answer is judged. */
export function racingIn({
  criterion,
  beside = [],
  expected,
  exchanges,
  trail = exchanges,
}: NewFinding): readonly Exchange[] {
  if (criterion?.kind === 'race') return beside
  const group = exchanges.at(-1)?.atOnce
  const together = group === undefined ? [] : trail.filter(({ atOnce }) => atOnce === group)
  return statusesIn(expected).length === together.length ? together : []
}

/** The statuses of a list such as `[201,409]`. */
function statusesIn(expected: string): string[] {
  return /^\[\d{3}(?:,\d{3})*\]$/.test(expected) ? (expected.match(/\d+/g) ?? []) : []
}

function raceDecision({ finding, racing, lines }: DecisionSources): string[] {
  const { criterion, expected } = finding
  const losers = statusPattern(criterion?.kind === 'race' ? criterion.others : undefined)
  const statuses = criterion?.kind === 'race' ? ['2xx', ...racing.slice(1).map(() => losers)] : statusesIn(expected)
  return [
    'goes=0',
    `while [ "$goes" -lt ${goesOfARace} ]; do`,
    '  goes=$((goes + 1))',
    '  story',
    '  # the judged requests, at once',
    ...[...lines.atOnce(racing)].map((line) => `  ${line}`),
    `  outcome ${racing.length} | grep -qx ${quoted(outcomePattern(statuses))} || breach`,
    'done',
    'pass',
  ]
}

/** The status of those that lose a race, as a part of a regular expression. */
function statusPattern(others: number | readonly number[] | undefined): string {
  if (others === undefined) return '4xx'
  return typeof others === 'number' ? `${others}` : String.raw`\(${others.join(String.raw`\|`)}\)`
}

/** Sorted statuses as a regular expression. */
function outcomePattern(statuses: readonly string[]): string {
  return statuses
    .toSorted()
    .map((status) => status.replace('xx', '..'))
    .join(' ')
}

/** The same request was sent before, with nothing changed in between: the check waited for something. */
function isPolled({ judged, trail }: DecisionSources): boolean {
  const before = trail.findLast(({ sequence }) => sequence < judged.sequence)
  if (!before || judged.request.method !== 'GET') return false
  return before.request.path === judged.request.path && before.identity === judged.identity
}

function heldBy(sources: DecisionSources): string {
  const { finding, names } = sources
  const { criterion } = finding
  if (criterion === undefined) {
    const earlier = earlierValue(sources)
    if (earlier !== undefined) return earlier
    const entries = countOf(sources)
    if (entries !== undefined) return entries
    const asked = differingValues(sources)
    if (asked) return presence(asked, sources)
    const compared = comparisons(sources)
    if (compared.every(({ how, facts }) => how === 'listed' && !facts.some(({ place }) => place.includes('{'))))
      return `unclear 'whether the rule is kept shows in several answers together: expected and received are told above'`
    const same = compared.map(
      ({ how, whole, step }, index) => `same ${how} ${step} "$work/facts${index}" ${whole ? 'whole' : 'part'}`,
    )
    return `! { ${same.join(' && ')}; }`
  }
  switch (criterion.kind) {
    case 'status':
      return `case $(status "$1") in ${patterns(criterion.lawful)}) true ;; *) false ;; esac`
    case 'code':
      return `case $(value "$1" .error) in ${criterion.lawful.map((code) => quoted(code)).join(' | ')}) true ;; *) false ;; esac`
    case 'entry': {
      const id = shellWord(names.names.pieces(criterion.id))
      return criterion.listed ? `accepted "$1" && lists "$1" ${id}` : `accepted "$1" && ! lists "$1" ${id}`
    }
    case 'location':
      return `locates "$1" ${quoted(criterion.name)}`
    case 'race':
      return 'false'
  }
}

interface DifferingValues {
  readonly missing: readonly string[]
  readonly extra: readonly string[]
}

/** The values that ought to stand in the answer and do not, and the other way round, where a finding tells of such. */
function differingValues({ finding, judged }: DecisionSources): DifferingValues | undefined {
  const expected = scalarsIn(finding.expected)
  const received = scalarsIn(finding.received)
  if (!expected || !received) return undefined
  const shown = new Set(flattenJson(Buffer.from(judged.body).toString())?.map(({ text }) => text))
  const missing = expected.filter((value) => !received.includes(value) && !shown.has(value))
  const extra = received.filter((value) => !expected.includes(value) && shown.has(value))
  const isInBody = received.every((value) => shown.has(value))
  if (!isInBody) return undefined
  return missing.length + extra.length === 0 ? undefined : { missing, extra }
}

/** The texts and numbers of a list; `undefined` where a finding tells of something else. */
function scalarsIn(shown: string): readonly string[] | undefined {
  const leaves = flattenJson(shown)
  return leaves?.every(({ path }) => /^\[\d+\]$/.test(path) || path === '')
    ? leaves.flatMap(({ path, text }) => (path === '' ? [] : [text]))
    : undefined
}

function presence({ missing, extra }: DifferingValues, { names }: DecisionSources): string {
  const word = (value: string): string => shellWord(names.names.pieces(value))
  return [
    'accepted "$1"',
    ...missing.slice(0, 5).map((value) => `has "$1" ${word(value)}`),
    ...extra.slice(0, 5).map((value) => `! has "$1" ${word(value)}`),
  ].join(' && ')
}

function patterns(lawful: readonly number[] | 'a success' | 'a refusal' | 'below 500'): string {
  if (lawful === 'a success') return '2??'
  if (lawful === 'a refusal') return '4??'
  return lawful === 'below 500' ? '[1-4]??' : lawful.join(' | ')
}

interface Comparison {
  readonly how: 'facts' | 'listed'
  readonly step: string
  readonly whole: boolean
  readonly facts: readonly Fact[]
}

/** What shows the breach: the value that the finding names, or all that was answered where it names none. */
function comparisons(sources: DecisionSources): Comparison[] {
  const { judged, about, lines } = sources
  const number = about === judged ? undefined : lines.numberOf(about)
  const last = comparison(sources, { exchange: judged, step: '"$1"' })
  if (number === undefined) return [last]
  const first = comparison(sources, { exchange: about, step: `${number}` })
  if (!first.whole && last.whole) return [first]
  return last.whole === first.whole ? [first, last] : [last]
}

interface Compared {
  readonly exchange: Exchange
  /** The number of the step of a script, or what stands for it. */
  readonly step: string
}

function comparison({ finding, names }: DecisionSources, { exchange, step }: Compared): Comparison {
  // Of a list of things of our own, every entry is one of ours.
  const isScoped = names.names.pieces(exchange.request.path).some((piece) => typeof piece !== 'string')
  const isOfOthers = isList(exchange.endpoint) && !isScoped && exchange.status < 300
  const facts = isOfOthers ? listFactsOf(exchange, names.values) : factsOf(exchange, names.values)
  const how = isOfOthers ? 'listed' : 'facts'
  const record = recordIn(finding.received)
  const received = names.names.named(finding.received.replace(/ \(in the record with id .*$/, ''))
  const entry = record === undefined ? undefined : names.values.get(record)
  const ofEntry = entry === undefined || !isOfOthers ? facts : facts.filter(({ place }) => place.includes(`{${entry}}`))
  const named = ofEntry.filter(({ place, text }) => /^(?:body|header) /.test(place) && text === received)
  if (named.length > 0) return { how, step, whole: false, facts: named }
  const all = ofEntry.length > 0 && ofEntry.length < facts.length ? ofEntry : facts
  return { how, step, whole: all === facts && facts.length <= mostFacts, facts: all.slice(0, mostFacts) }
}

/** Two answers that ought to show the same value, and do not: where it stands in either. */
function earlierValue({ finding, judged, trail, lines }: DecisionSources): string | undefined {
  const field = /^(\w+) (?=["\d])/.exec(finding.expected)?.[1]
  const [expected, received] = [finding.expected, finding.received].map((text) => valueIn(text, field))
  if (expected === undefined || received === undefined) return undefined
  if (field === undefined && !isTime(expected)) return undefined
  const seen = trail.filter(({ sequence }) => sequence <= judged.sequence).toReversed()
  const one = seen.find((exchange) => leafOf(exchange, received, field) !== undefined)
  const other = seen.find((exchange) => exchange !== one && leafOf(exchange, expected, field) !== undefined)
  if (!one || !other) return undefined
  const values = [one, other].map((exchange, index) => {
    const step = exchange === judged ? '"$1"' : lines.numberOf(exchange)
    const place = leafOf(exchange, index === 0 ? received : expected, field)
    return step === undefined || place === undefined ? undefined : `"$(value ${step} ${quoted(place)})"`
  })
  return values.includes(undefined) ? undefined : `[ ${values.join(' = ')} ]`
}

function valueIn(text: string, field: string | undefined): string | undefined {
  const value = field === undefined ? text : text.slice(field.length + 1)
  return /^"[^"]*"$/.test(value) ? value.slice(1, -1) : /^\d{13}$/.test(value) ? value : undefined
}

function leafOf({ body }: Exchange, value: string, field: string | undefined): string | undefined {
  const leaves = flattenJson(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString())
  return leaves?.find(({ path, text }) => {
    if (field !== undefined && !path.endsWith(`.${field}`)) return false
    return text === value || (/^\d{13}$/.test(value) && Date.parse(text) === Number(value))
  })?.path
}

function isTime(value: string): boolean {
  return /^\d{13}$/.test(value) || /^\d{4}-\d\d-\d\dT/.test(value)
}

/** How many entries a list has, where that is what a finding tells. */
function countOf({ finding, judged }: DecisionSources): string | undefined {
  if (!isList(judged.endpoint)) return undefined
  const [, received] = /^(\d+) entr(?:y|ies)\b/.exec(finding.received) ?? []
  if (received === undefined) return undefined
  const [, expected] = /^(?:the )?(\d+) entr(?:y|ies)\b/.exec(finding.expected) ?? []
  return expected === undefined ? `[ "$(count "$1")" != ${received} ]` : `[ "$(count "$1")" = ${expected} ]`
}

function factsFile(sources: DecisionSources): string[] {
  if (sources.finding.criterion !== undefined) return []
  if (earlierValue(sources) ?? countOf(sources) ?? differingValues(sources)) return []
  return [
    '# what was answered in the run: the breach is there as long as it is the same',
    ...comparisons(sources).flatMap(({ facts }, index) => [
      `cat >"$work/facts${index}" <<'FACTS'`,
      ...facts.map(({ place, text }) => `${place}\t${text.replaceAll(/[\r\n]/g, ' ')}`),
      'FACTS',
    ]),
  ]
}
