import { isDeepStrictEqual } from 'node:util'
import type { Exchange } from '../../client/exchange.ts'
import { isSafeMethod } from '../../client/request-description.ts'
import type { Criterion } from '../../checks/claims/criterion.ts'
import { clockTolerance, recordIn } from '../../checks/claims/judge-values.ts'
import { asText } from '../../contract/show.ts'
import { entryKeys } from '../../service/records/entry-keys.ts'
import { idsOfEntries, isSameRead } from './answers.ts'
import { numberForm, rowsForm, sameForm, typeForm } from './compared-forms.ts'
import { oneOf, text, texts, within } from './jq-text.ts'
import { recordText, termOf, valueAt, type FilterSources, type CriterionOf } from './filter-sources.ts'

type Kind = Criterion['kind']
/** `undefined` if a few lines of jq do not tell. */
type Form<K extends Kind> = (criterion: CriterionOf<K>, sources: FilterSources) => string | undefined

/** The seconds of a time in a body, and of a `Date`. */
const seconds = String.raw`sub("\\.[0-9]+"; "") | fromdateiso8601`
const dateSeconds = 'strptime("%a, %d %b %Y %T GMT") | mktime'

/** A filter for each kind of claim that answers decide: true, false, or null if they do not. `.` is the judged answer, as in `$a`. */
const forms: { readonly [K in Kind]?: Form<K> } = {
  status: ({ lawful }, { judged }) =>
    `.status | if ${statusTest(lawful)} then true elif . == ${judged.status} then false else null end`,
  code: ({ lawful }) => `.body.error | ${oneOf(lawful)}`,
  entry: ({ id, listed: isListed, isGathered }, sources) => {
    const term = termOf(id, sources) ?? termOf(spelled(id, sources), sources)
    const lists = isGathered && isListed ? pagesOf(sources) : '.body.items'
    return (
      term &&
      `${lists} | any((.id, .name, .email | strings | ascii_downcase) == (${term} | ascii_downcase))${isListed ? '' : ' | not'}`
    )
  },
  text: ({ text: sought, shown: isShown, isTheirs, ...claim }, sources) => {
    const term = isTheirs ? text(sought) : termOf(sought, sources)
    const root = recordText(recordIn(claim, sources.judged), sources) ?? '.body'
    return (
      term &&
      `[${root} | .. | strings | ascii_downcase] | any(contains(${term} | ascii_downcase))${isShown ? '' : ' | not'}`
    )
  },
  field: ({ name, shown: isShown, isFilled, ...claim }, sources) => {
    const value = within(recordText(recordIn(claim, sources.judged), sources) ?? '.body', name)
    return `${value} | IN(${isFilled ? 'null, ""' : 'null'})${isShown ? ' | not' : ''}`
  },
  header: ({ name, values }) => {
    const header = `.headers[${text(name.toLowerCase())}]`
    if (values === 'absent') return `${header} == null`
    return values ? `${header} | . != null and ${oneOf(values)}` : `${header} != null`
  },
  'media type': ({ lawful }) =>
    `.headers["content-type"] // "" | ascii_downcase | split(";")[0] | IN("", ${texts(lawful.map((type) => type.toLowerCase()))})`,
  disposition: ({ names, id }) => {
    const header = '.headers["content-disposition"] // ""'
    if (!names) return `${header} | test("^ *attachment"; "i")`
    // Of names in other letters there are many encodings.
    const lawful = [...names, ...(id === undefined ? [] : [id])]
    if (lawful.some((name) => /[^ -~]/.test(name))) return undefined
    const letters = lawful.map((name) => text(name.replaceAll(/[^A-Za-z0-9]/g, '')))
    return `${header} | if test("name"; "i") | not then true else gsub("[^A-Za-z0-9]"; "") | any(contains(${letters.join(', ')}); .) end`
  },
  bytes: ({ sha256 }) => `§${sha256}§`,
  location: ({ name }) =>
    `[.body.details.errors[]?.loc[]? | tostring | ascii_downcase | gsub("[_-]"; "") | splits("\\\\W+")] | any(. == ${text(name.replaceAll(/[_-]/g, '').toLowerCase())})`,
  type: typeForm,
  expression: ({ in: record, besides }, sources) => {
    const place = recordText(record, sources)
    return (
      place &&
      `${place} | (keys - [${texts(besides)}] != []) or ([.. | strings] | any(test("@\\\\{[0-9a-fA-F-]{36}\\\\}")))`
    )
  },
  count: () => '.body.count == (.body.items | length)',
  reset: ({ tolerance }) => `.headers | (."x-ratelimit-reset" | tonumber) >= (.date | ${dateSeconds}) - ${tolerance}`,
  now: ({ field, ...claim }, sources) => {
    const place = recordText(recordIn(claim, sources.judged), sources)
    return (
      place && `(${within(place, field)} | ${seconds}) - (.headers.date | ${dateSeconds}) | fabs <= ${clockTolerance}`
    )
  },
  each: ({ field, lawful, mayBeMissing, mayBeEmpty, among: records }, sources) => {
    const isWhole = records === undefined || records.length === idsOfEntries(sources.judged).length
    const places = isWhole ? ['(.body.items? // [.body])[]'] : records.map((record) => recordText(record, sources))
    if (places.includes(undefined) || places.length > 5) return undefined
    const test = 'text' in lawful ? `contains(${text(lawful.text)})` : oneOf(lawful)
    const missing = mayBeMissing ? '' : ' elif length < $all then false'
    return `[${places.join(', ')}] | length as $all | map(${within('', field)} | values) | if $all == 0 then ${mayBeEmpty ?? 'null'}${missing} else all(tostring | ${test}) end`
  },
  number: (criterion, sources) =>
    criterion.measures && criterion.measures.length > 1 ? undefined : numberForm(criterion, sources),
  size: ({ among, ...size }, sources) => {
    const list = among ? pagesOf(sources) : '.body.items'
    return list && sizeTest(list, size)
  },
  page: ({ first = [], ...size }, { answers, judged }) => {
    if (first.length === 0) return sizeTest('.body.items', size)
    for (const other of answers.all.filter((answer) => isSameRead(answer, judged, ['offset', 'limit']))) {
      const start = entryKeys(other).findIndex((_, at, keys) =>
        isDeepStrictEqual(keys.slice(at, at + first.length), first),
      )
      const page = (list: string, from: number): string => `[${list}.items[${from}:${from + first.length}][].id]`
      if (start >= 0) return `${page('.body', 0)} == ${page(`$a[#${other.sequence}#].body`, start)}`
    }
    return undefined
  },
  pagination: ({ due, seen }, sources) => {
    const [pages, terms] = [pagesWith(seen, sources), due.map((id) => termOf(spelled(id, sources), sources))]
    if (pages === undefined || terms.includes(undefined) || terms.length > 40) return undefined
    // If the run read fewer pages than the list has, these cannot show all of it.
    const beyond = Math.max(0, due.length - entriesAskedFor(pages))
    const shown = new Set(seen)
    if (shown.size === seen.length && due.filter((id) => !shown.has(id)).length <= beyond) return undefined
    const entries = pages.map(({ sequence }) => `$a[#${sequence}#].body.items[]`)
    const missed = `([${terms.join(', ')}] | map(ascii_downcase)) - . | length <= ${beyond}`
    return `[${entries.join(', ')} | .id | ascii_downcase] | (length == (unique | length)) and (${missed})`
  },
  distinct: () => '[.body.items[].id] | length == (unique | length)',
  order: (_, { answers, judged }) => {
    const other = answers.all.find(
      (answer) => isSameRead(answer, judged) && !isDeepStrictEqual(idsOfEntries(answer), idsOfEntries(judged)),
    )
    return other && `[.body.items[].id] == [$a[#${other.sequence}#].body.items[].id]`
  },
  settled: (_, { answers, judged }) => {
    const later = answers.all.find((answer) => answer.sequence > judged.sequence && isSameRead(answer, judged))
    const write = answers.all.find((one) => one.sequence < judged.sequence && !isSafeMethod(one.request.method))
    if (!later || !write) return undefined
    // A later read may be too late to show it.
    const isAtOnce = `.headers.date == $a[#${write.sequence}#].headers.date`
    return `if .body != $a[#${later.sequence}#].body then false elif ${isAtOnce} then true else null end`
  },
  rows: rowsForm,
  contents: ({ texts: parts, start }) =>
    `.body | ${[...(start === undefined ? [] : [`startswith(${text(start)})`]), ...parts.map((part) => `(index(${text(part)}) != null)`)].join(' and ')}`,
  'not back': ({ field, toleranceMs }, sources) => {
    const { answers, judged } = sources
    const before = answers.all.find(
      (answer) => isSameRead(answer, judged) && answer.sequence < judged.sequence && answer.status < 300,
    )
    // Less than a second depends on when in the second the requests arrive.
    const [earlier = 0, later = 0] = [before, judged].map((answer) => Date.parse(asText(valueAt(answer?.json, field))))
    if (earlier - later < 1000) return undefined
    return (
      before &&
      `(.body.${field} | ${seconds}) >= ($a[#${before.sequence}#].body.${field} | ${seconds}) - ${Math.ceil(toleranceMs / 1000)}`
    )
  },
  same: sameForm,
  race: ({ others }, { finding: { beside = [] } }) => {
    // If one request won in the run, a service may still be free to reject them all.
    const isNoneLawful = beside.some(({ status }) => status < 300)
    const isLost = others === undefined ? '(. >= 400 and . < 500)' : `IN(${[others].flat().join(', ')})`
    const statuses = beside.map(({ sequence }) => `$a[#${sequence}#].status`)
    if (statuses.length === 0) return undefined
    return `[${statuses.join(', ')}] | if (map(select(. < 300)) | length) > 1${isNoneLawful ? '' : ' or all(. >= 400)'} then false elif any(. < 300) and all(. < 300 or ${isLost}) then true else null end`
  },
  either: ({ of }, sources) => {
    const filters = of.map((criterion) => jqForm(criterion, sources))
    if (filters.includes(undefined)) return undefined
    return `[${filters.map((filter) => `(${filter})`).join(', ')}] | if any(. == true) then true elif all(. == false) then false else null end`
  },
}

/** A claim as a jq filter; `undefined` if jq cannot decide it. An answer with another status than in the run decides nothing else. */
export function jqForm<K extends Kind>(criterion: CriterionOf<K>, sources: FilterSources): string | undefined {
  const form: Form<K> | undefined = forms[criterion.kind]
  const filter = form?.(criterion, sources)
  if (filter === undefined || ['status', 'race', 'either'].includes(criterion.kind)) return filter
  const { status } = sources.judged
  // A record that was to be shown is not shown by a rejection, and by a success as it was compared.
  if (criterion.kind === 'same' && status >= 400)
    return `if .status == ${status} then false elif .status < 300 then ${filter} else null end`
  return `if .status == ${status} then ${filter} else null end`
}

function statusTest(lawful: CriterionOf<'status'>['lawful']): string {
  if (lawful === 'a success') return '. < 300'
  if (lawful === 'a refusal') return '. >= 400 and . < 500'
  if (lawful === 'below 500') return '. < 500'
  return 'except' in lawful ? `(IN(${lawful.except.join(', ')}) | not)` : `IN(${lawful.join(', ')})`
}

function sizeTest(list: string, { least, most }: Pick<CriterionOf<'size'>, 'least' | 'most'>): string | undefined {
  const tests = [...(least === undefined ? [] : [`. >= ${least}`]), ...(most === undefined ? [] : [`. <= ${most}`])]
  return tests.length === 0 ? undefined : `${list} | length | ${tests.join(' and ')}`
}

/** The entries of all pages of the judged list. */
function pagesOf({ answers, judged }: FilterSources): string | undefined {
  if (judged.request.method !== 'GET') return undefined
  const pages = answers.all.filter((answer) => isSameRead(answer, judged, ['offset']) && answer.status < 300)
  const offsets = new Map(pages.toReversed().map((page) => [page.request.path, page.sequence]))
  return `[${[...offsets.values()].map((sequence) => `$a[#${sequence}#].body.items[]`).join(', ')}]`
}

/** The pages that show just these, one after another. */
function pagesWith(seen: readonly string[], { answers, judged }: FilterSources): readonly Exchange[] | undefined {
  const pages: Exchange[] = []
  let left = seen
  for (const page of answers.all.filter((answer) => isSameRead(answer, judged, ['offset']))) {
    const keys = entryKeys(page)
    if (left.length === 0 || keys.length === 0 || !isDeepStrictEqual(left.slice(-keys.length), keys)) continue
    left = left.slice(0, -keys.length)
    pages.push(page)
  }
  return left.length === 0 && pages.length > 0 ? pages : undefined
}

/** The most entries that pages may show, by their limits; a page without one may show any number. */
function entriesAskedFor(pages: readonly Exchange[]): number {
  const limits = pages.map(({ request }) =>
    Number(/[?&]limit=(\d+)/.exec(request.path)?.[1] ?? Number.POSITIVE_INFINITY),
  )
  return limits.reduce((sum, limit) => sum + limit, 0)
}

/** An id as the answers write it: claims have it in lower case. */
function spelled(id: string, { answers }: FilterSources): string {
  return answers.all.flatMap((answer) => idsOfEntries(answer)).find((shown) => shown.toLowerCase() === id) ?? id
}
