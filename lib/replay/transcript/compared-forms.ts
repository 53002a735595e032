import { isDeepStrictEqual } from 'node:util'
import type { Row } from '../../checks/claims/statement.ts'
import { isSafeMethod } from '../../client/request-description.ts'
import { isRecord, type JsonObject } from '../../contract/is-record.ts'
import { asText } from '../../contract/show.ts'
import { entriesOf, idsOfEntries, pathsOf } from './answers.ts'
import { text, texts, within } from './jq-text.ts'
import { recordText, termOf, valueAt, type FilterSources, type CriterionOf } from './filter-sources.ts'
import type { JsonKind, LawfulKinds } from '../../checks/claims/criterion.ts'

/** Two values, or their differing fields: true if they are equal, false if they differ in more than notation. */
export function sameForm(criterion: CriterionOf<'same'>, sources: FilterSources): string | undefined {
  const { expected, received, fields = [''], at, mayBeMissing, differs } = criterion
  // Which entry a list should have shown cannot be told from a list without it.
  if (received === undefined && Array.isArray(valueAt(sources.judged.json, 'items'))) return undefined
  // A result is a text, of a number and its unit.
  const isResult =
    typeof expected === 'number' && Number.parseFloat(asText(valueAt(sources.judged.json, 'value'))) === received
  if (isResult) return numberForm({ expected, hasUnit: false }, sources)
  const [one, two] = [
    at === undefined ? (recordText(received, sources) ?? idsText(received, sources)) : within('.body', at),
    recordText(expected, sources),
  ]
  const compared = fields.map((field) => {
    const shown = one && within(one, field)
    const value = isRecord(expected) ? fieldOf(expected, field) : expected
    const term = termOf(value, sources, field === '' ? at : field)
    // The expected change comes from what was sent or shown before, not from an answer to the change.
    const isTold = term !== undefined && !(differs && term.includes('$a['))
    const due =
      two === undefined || two === one
        ? isTold
          ? term
          : earlier(received, { field, value, differs }, sources)
        : within(two, field)
    if (shown === undefined || due === undefined || shown === due) return undefined
    // If only letter case or a fraction of a second differs, an exact comparison is needed.
    if (isNotation(value, fieldOf(received, field))) return exact(shown, due)
    if (differs && typeof value === 'string' && /^[a-z ]+$/i.test(value)) return `(${shown} != ${due})`
    if (differs) return `(same(${shown}; ${due}) | if . == null then . else not end)`
    return mayBeMissing ? `(if ${shown} == null then true else same(${shown}; ${due}) end)` : `same(${shown}; ${due})`
  })
  // All of them were wrong in the run: one is enough.
  const told = compared.filter((comparison) => comparison !== undefined)
  return told.length < 2
    ? told[0]
    : `[${told.join(', ')}] | if any(. == false) then false elif all then true else null end`
}

/** Whether two values differ in what the comparison of a transcript takes for another notation. */
function isNotation(one: unknown, other: unknown): boolean {
  if (typeof one !== 'string' || typeof other !== 'string' || one === other) return false
  const [first, second] = [one, other].map((value) => value.toLowerCase().replace(/(?<=t[\d:]{8})\.\d+/, ''))
  return first === second
}

function exact(one: string, other: string): string {
  return `([${one}, ${other}] | if .[0] == .[1] then true elif (map(length) | .[0] == .[1]) then false else null end)`
}

/** A value in a record; a person who is known by the id alone stands for it. */
function fieldOf(value: unknown, field: string): unknown {
  if (field === '') return value
  const person = field.endsWith('.id') ? valueAt(value, field.slice(0, -'.id'.length)) : undefined
  return typeof person === 'string' ? person : valueAt(value, field)
}

interface Shown {
  readonly field: string
  readonly value: unknown
  readonly differs: true | undefined
}

/** The earlier place where the same record, by id or name, showed a value; for a value that should change, before the last write. */
function earlier(record: unknown, { field, value, differs }: Shown, sources: FilterSources): string | undefined {
  const { answers, judged } = sources
  const isSame = (node: unknown): boolean =>
    ['id', 'name'].some(
      (name) => typeof valueAt(node, name) === 'string' && valueAt(node, name) === valueAt(record, name),
    ) && isDeepStrictEqual(valueAt(node, field), value)
  const before = answers.all.filter(({ sequence }) => sequence < judged.sequence)
  const write = before.find(({ request }) => !isSafeMethod(request.method))?.sequence ?? 0
  const others = differs ? before.filter(({ sequence }) => sequence < write) : answers.others(judged)
  for (const exchange of others) {
    const [path] = pathsOf(exchange.json, isSame)
    if (path) return within(answers.textOf({ exchange, path }), field)
  }
  return undefined
}

/** The ids of the judged list, if these are compared. */
function idsText(received: unknown, { judged }: FilterSources): string | undefined {
  const ids = idsOfEntries(judged)
  const isOfList =
    Array.isArray(received) &&
    ids.length > 0 &&
    received.length === ids.length &&
    ids.every((id) => received.includes(id))
  return isOfList ? '[.body.items[].id]' : undefined
}

/**
 * Whether a value begins with a number, and has a unit where one is due; where the run has received no number, none is wrong, and where
 * it has received this one, it is not the number that tells.
 */
export function numberForm(
  { expected, hasUnit }: Omit<CriterionOf<'number'>, 'kind' | 'measures'>,
  sources: FilterSources,
): string | undefined {
  const [, number, unit] =
    /^ *(-?[\d.]+(?:e[-+]?\d+)?) *(.*)$/s.exec(asText(valueAt(sources.judged.json, 'value'))) ?? []
  const tolerance = Math.abs(expected) / 1e6 || 1e-9
  if (Math.abs(Number(number) - expected) < tolerance && !(hasUnit && unit === '')) return undefined
  const value = within(recordText(sources.judged.json, sources) ?? '.body', 'value')
  const parts = String.raw`[capture("^ *(?<number>-?[0-9.]+(e[-+]?[0-9]+)?) *(?<unit>.*)$")?]`
  const isNear = `((.[0].number | tonumber) - ${expected} | fabs) < ${tolerance}`
  const isMissed = number === undefined
  return `${value} | tostring | ${parts} | if . == [] then ${isMissed ? 'false' : 'null'} else ${isNear}${hasUnit ? ' and .[0].unit != ""' : ''} end`
}

/** Records reduced to some fields: false if an unexpected one is shown. An answer may show other records too. */
export function rowsForm({ expected, received }: CriterionOf<'rows'>, sources: FilterSources): string | undefined {
  const names = [...new Set((expected.length === 0 ? received : expected).flatMap((row) => Object.keys(row)))]
  // A field that a row does not have is null in jq.
  const full = (row: unknown): Row => Object.fromEntries(names.map((name) => [name, valueAt(row, name) ?? null]))
  const [due, shown] = [expected.map(full), received.map(full)]
  const telling = names.filter((name) => [...due, ...shown].every((row) => row[name] !== null))
  if (telling.length === 0 || isDeepStrictEqual(inOrder(due), inOrder(shown))) return undefined
  // Rows that a check collected from several answers; one answer does not show them.
  const isShown = (row: Row): boolean =>
    pathsOf(sources.judged.json, (node) => isRecord(node) && isDeepStrictEqual(full(node), row)).length > 0
  if (!shown.every(isShown)) return undefined
  const record = `{${texts(names)}}`
  const list = sources.answers.all.find(
    (answer) =>
      answer.sequence < sources.judged.sequence &&
      isDeepStrictEqual(inOrder(entriesOf(answer).map(full)), inOrder(due)),
  )
  const term = list ? `[$a[#${list.sequence}#].body.items[] | ${record}]` : termOf(due, sources)
  const wrong = shown.filter((row) => !due.some((other) => isDeepStrictEqual(row, other)))
  const others = wrong.flatMap((row) => termOf(row, sources) ?? []).join(', ')
  // The answer may show more than what is compared.
  const isPart =
    pathsOf(sources.judged.json, (node) => isRecord(node) && telling.every((name) => name in node)).length >
    shown.length
  const rows = `[.body | .. | objects | select(${telling.map((name) => `has(${text(name)})`).join(' and ')}) | ${record}] | unique`
  return (
    term &&
    `(${rows}) as $shown | (${term} | unique) | if . - $shown != [] or ([${others}] - . | any(IN($shown[]))) then false elif ${isPart ? 'true' : '. == $shown'} then true else null end`
  )
}

function inOrder(rows: readonly Row[]): readonly string[] {
  return rows.map((row) => JSON.stringify(row)).toSorted()
}

/** The JSON type of each kind; an absent field has the type "nothing". */
const typeOfKind: Readonly<Record<JsonKind, string>> = {
  nothing: 'nothing',
  null: 'null',
  boolean: 'boolean',
  integer: 'number',
  fraction: 'number',
  UUID: 'string',
  time: 'string',
  date: 'string',
  'empty text': 'string',
  text: 'string',
  token: 'string',
  matrix: 'string',
  texts: 'array',
  'empty list': 'array',
  records: 'array',
  user: 'object',
  object: 'object',
}

/** How the texts of a kind are written. */
const writing: Readonly<Partial<Record<JsonKind, string>>> = {
  UUID: '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}',
  time: '[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ].*',
  date: '[0-9]{4}-[0-9]{2}-[0-9]{2}',
  token: '[A-Za-z0-9_.:-]+',
  matrix: String.raw`\[\[.*`,
  text: '.+',
  'empty text': '',
}

/** Whether a field of a record is correct; in a list of others' records, whether it is in all records of its kind. */
export function typeForm(criterion: CriterionOf<'type'>, sources: FilterSources): string | undefined {
  const { in: record } = criterion
  if (!isRecord(record)) return undefined
  const place = recordText(record, sources)
  if (place !== undefined) return formAt(place, { ...criterion, in: record }, sources)
  if (!entriesOf(sources.judged).includes(record)) return undefined
  const isOfKind = typeof record['type'] === 'string' ? ` | select(.type == ${text(record['type'])})` : ''
  const each = formAt(`.body.items[]${isOfKind}`, { ...criterion, in: record }, sources)
  return each && `[${each}] | if any(. == false) then false elif length > 0 and all(. == true) then true else null end`
}

/** Whether a field has a lawful type; if it had in the run, whether its notation is lawful. */
function formAt(
  place: string,
  { in: record, field, lawful, values, pattern }: LawfulKinds & { readonly in: JsonObject; readonly field: string },
  sources: FilterSources,
): string | undefined {
  const shown = record[field]
  const types = new Set(lawful.map((kind) => typeOfKind[kind]))
  if ((values ?? pattern) !== undefined) types.add('string')
  const [own, name] = [within('', field), text(field)]
  const type = `(if has(${name}) then ${own} | type else "nothing" end)`
  const isTyped = `(${type} | IN(${texts([...types])}))`
  const judged = (test: string): string => `${place} | if ${isTyped} then ${test} else false end`
  if (!types.has(typeOf(shown)))
    return `${place} | if ${isTyped} then true elif ${type} == ${text(typeOf(shown))} then false else null end`
  if (typeof shown !== 'string') {
    if (Array.isArray(shown))
      return lawful.includes('records') ? undefined : judged(`(${own} | all(.[]?; type == "string"))`)
    const isFraction = typeof shown === 'number' && !Number.isInteger(shown) && !lawful.includes('fraction')
    return isFraction ? judged(`(${own} | . == floor)`) : undefined
  }
  const ways = pattern ?? `^(${lawful.flatMap((kind) => writing[kind] ?? []).join('|')})$`
  const isWrong = values ? !values.includes(shown) : !new RegExp(ways, 'u').test(shown)
  const term = isWrong ? undefined : termOf(shown, sources)
  // The notation does not show what is wrong with a text of a lawful kind.
  if (!isWrong && term === undefined) return undefined
  const test = `(${own} | if type != "string" then true else ${values ? `IN(${texts(values)})` : `test(${text(ways)})`} end)`
  return judged(term === undefined ? test : `${own} != ${term} and ${test}`)
}

function typeOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
