import { isDeepStrictEqual } from 'node:util'
import type { Criterion, JsonKind, LawfulKinds } from '../../checks/finding.ts'

type Kind = Criterion['kind']
type Form<K extends Kind> = (criterion: Extract<Criterion, { kind: K }>) => string | undefined

/** The seconds of a time in a body, and of a `Date`. */
const seconds = String.raw`sub("\\.[0-9]+"; "") | fromdateiso8601`
const dateSeconds = 'strptime("%a, %d %b %Y %T GMT") | mktime'

/** What stands at a place is the time of the answer. */
export function nowFilter(place: string, tolerance: number): string {
  return `(${place} | ${seconds}) - (.headers.date | ${dateSeconds}) | fabs <= ${tolerance}`
}

const records = '(.body.items? // [.body])[]'

/** A filter of jq for each kind of claim that one answer decides: true, false, or null where that answer does not tell. */
const forms: { readonly [K in Kind]?: Form<K> } = {
  status: ({ lawful }) => {
    if (lawful === 'a success') return '.status < 300'
    if (lawful === 'a refusal') return '.status >= 400 and .status < 500'
    if (lawful === 'below 500') return '.status < 500'
    return 'except' in lawful ? `.status | IN(${lawful.except.join(', ')}) | not` : `.status | IN(${lawful.join(', ')})`
  },
  code: ({ lawful }) =>
    'except' in lawful ? `.body.error | IN(${texts(lawful.except)}) | not` : `.body.error | IN(${texts(lawful)})`,
  entry: ({ id, listed: isListed, shows }) => {
    const same = `((.id | ascii_downcase) == ${text(id.toLowerCase())})`
    const entry = shows ? `${same} and (${field(shows.field)} == ${text(shows.text)})` : same
    return `.body.items | any(${entry})${isListed ? '' : ' | not'}`
  },
  text: ({ text: sought, shown: isShown }) =>
    `[.body | .. | strings] | any(contains(${text(sought)}))${isShown ? '' : ' | not'}`,
  field: ({ name, shown: isShown, isFilled }) => {
    const has = isFilled
      ? `(${field(name)} | IN(null, "") | not)`
      : `([paths | map(tostring) | join(".")] | any(. == ${text(name)}))`
    return `.body | ${has}${isShown ? '' : ' | not'}`
  },
  header: ({ name, value }) =>
    value === undefined
      ? `.headers | has(${text(name.toLowerCase())})`
      : `.headers[${text(name.toLowerCase())}] == ${text(value)}`,
  location: ({ name }) =>
    `[.body.details.errors[]?.loc[]? | tostring | ascii_downcase | gsub("[_-]"; "") | splits("\\\\W+")] | any(. == ${text(name.replaceAll(/[_-]/g, '').toLowerCase())})`,
  type: ({ at, ...kinds }) => (at === undefined ? undefined : kindFilter({ ...kinds, at })),
  count: () => '.body.count == (.body.items | length)',
  reset: ({ tolerance }) => `.headers | (."x-ratelimit-reset" | tonumber) >= (.date | ${dateSeconds}) - ${tolerance}`,
  each: ({ field: name, lawful, mayBeMissing }) => {
    const test =
      'text' in lawful
        ? `contains(${text(lawful.text)})`
        : 'except' in lawful
          ? `(IN(${texts(lawful.except)}) | not)`
          : `IN(${texts(lawful)})`
    const missing = mayBeMissing ? '' : ' elif length < $all then false'
    // What no record shows at its top may stand deeper.
    return `[${records}] | length as $all | map(${field(name)} | values) | if length == 0 then null${missing} else all(tostring | ${test}) end`
  },
  number: ({ expected, hasUnit, measures }) => {
    if (measures && measures.length > 1) return undefined
    const unit = hasUnit ? ' and (.unit != "")' : ''
    const parts = String.raw`capture("^ *(?<number>-?[0-9.]+(e[-+]?[0-9]+)?) *(?<unit>.*)$")`
    return `.body.value | tostring | ${parts} | (((.number | tonumber) - ${expected} | fabs) < ${Math.abs(expected) / 1e6 || 1e-9})${unit}`
  },
  empty: () => '.body.items == []',
  filled: () => '.body.items | length > 0',
  distinct: () => '[.body.items[].id] | length == (unique | length)',
  disjoint: () => '[.body.items[].id] - [$other.body.items[].id] == [.body.items[].id]',
  order: () => '[.body.items[].id] == [$other.body.items[].id]',
  rows: ({ expected, received }) => {
    const names = [...new Set(expected.flatMap((row) => Object.keys(row)))]
    const isWhole = expected.length > 0 && expected.every((row) => names.every((name) => row[name] !== undefined))
    if (!isWhole || names.length === 0) return undefined
    const row = `{${names.map((name) => text(name)).join(', ')}}`
    // An answer may show other records, too.
    const shown = `[.body | .. | objects | select(has(${text(names[0] ?? '')})) | ${row}] | unique`
    const wrong = received.filter((one) => !expected.some((other) => isDeepStrictEqual(one, other)))
    const others = `(${JSON.stringify(wrong)} | any(IN($shown[])))`
    const lawful = `(${JSON.stringify(expected)} | unique)`
    return `(${shown}) as $shown | ${lawful} | if . == $shown then true elif . - $shown != [] or ${others} then false else null end`
  },
  bytes: ({ texts: parts, start }) =>
    `.body | ${[...(start === undefined ? [] : [`startswith(${text(start)})`]), ...parts.map((part) => `(index(${text(part)}) != null)`)].join(' and ')}`,
  elsewhere: ({ field: name, text: sought }) => `.body${field(name)} == ${text(sought)}`,
  'not back': ({ field: name, toleranceMs }) =>
    `(.body${field(name)} | ${seconds}) >= ($other.body${field(name)} | ${seconds}) - ${Math.ceil(toleranceMs / 1000)}`,
  either: ({ of }) => {
    const filters = of.map((criterion) => {
      const filter = jqForm(criterion)
      // What an answer shows counts in a success alone.
      return filter === undefined || criterion.kind === 'status' ? filter : `.status < 300 and (${filter})`
    })
    if (filters.includes(undefined)) return undefined
    return `[${filters.map((filter) => `(${filter})`).join(', ')}] | if any(. == true) then true elif all(. == false) then false else null end`
  },
}

/** A claim as a filter of jq over `{status, headers, body}`, with `$other` for a second answer; `undefined` where jq alone does not tell. */
export function jqForm<K extends Kind>(criterion: Extract<Criterion, { kind: K }>): string | undefined {
  const form: Form<K> | undefined = forms[criterion.kind]
  return form?.(criterion)
}

function field(name: string): string {
  return name
    .split('.')
    .map((part) => (/^[a-z_]\w*$/i.test(part) ? `.${part}` : `.[${text(part)}]`))
    .join('')
}

function text(value: string): string {
  return JSON.stringify(value)
}

function texts(values: readonly string[]): string {
  return values.map((value) => text(value)).join(', ')
}

/** The kinds that each type of jq has. */
const kindsOfTypes = {
  string: ['UUID', 'time', 'date', 'empty text', 'text', 'token', 'matrix'],
  number: ['integer', 'fraction'],
  array: ['texts', 'empty list', 'records'],
  object: ['user', 'object'],
  boolean: ['boolean'],
  null: ['null'],
} as const satisfies Readonly<Record<string, readonly JsonKind[]>>

/** What tells the kinds of one type apart. */
const kindOf = String.raw`if type == "string" then (
    if . == "" then "empty text" elif test("^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$") then "UUID"
    elif test("^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ]") then "time" elif test("^[0-9]{4}-[0-9]{2}-[0-9]{2}$") then "date"
    elif test("^\\[\\[") then "matrix" elif test("^[\\w.:-]+$") then "token" else "text" end)
  elif type == "number" then (if . == floor then "integer" else "fraction" end)
  elif type == "array" then (if . == [] then "empty list" elif all(type == "string") then "texts" else "records" end)
  elif type == "object" then (if has("userName") then "user" else "object" end) else type end`

/** Whether a field is of a lawful kind in every record that shows it, or could. */
function kindFilter({ at, lawful, unlawful, values, pattern }: LawfulKinds & { readonly at: string }): string {
  const path = at.split('.').slice(1)
  const parents = path.slice(0, -1).map((part) => ` | .[${text(part)}]? | (if type == "array" then .[] else . end)`)
  const types = Object.entries(kindsOfTypes)
  const isWhole = types.every(([, kinds]) =>
    [lawful, unlawful].some((side) => kinds.every((kind) => side.includes(kind))),
  )
  const named = (side: readonly JsonKind[]): string[] =>
    isWhole
      ? [
          ...types.flatMap(([type, kinds]) => (kinds.every((kind) => side.includes(kind)) ? [type] : [])),
          ...side.filter((kind) => kind === 'nothing'),
        ]
      : [...side]
  const name = text(path.at(-1) ?? '')
  const kind = `if has(${name}) then (.[${name}] | ${isWhole ? 'type' : kindOf}) else "nothing" end`
  const isOneOf = values ? `IN(${texts(values)})` : pattern === undefined ? undefined : `test(${text(pattern)})`
  const found = `[${records}${parents.join('')} | objects | ${kind}]`
  const shows = `${found} | if length == 0 then null elif any(IN(${texts(named(unlawful))})) then false elif all(IN(${texts(named(lawful))})) then true else null end`
  if (isOneOf === undefined) return shows
  const texted = `[${records}${parents.join('')} | objects | .[${name}] | strings] | all(${isOneOf})`
  return `if (${texted} | not) then false else (${shows}) end`
}
