import type { Failure, Kind, Of, Statement } from '../checks/claims/statement.ts'
import { isRecord } from '../contract/is-record.ts'
import { asText, show } from '../contract/show.ts'
import { endpoints, type Endpoint } from '../service/interface/endpoint.ts'
import { expectedFields, type Judged } from './source-words.ts'

export interface StatementWords {
  /** The predicate of a sentence: what the answer does if the claim holds. */
  readonly says: string
  /** The place of the failure, without values of the run. */
  readonly place: string
  readonly expected: string
  readonly received: string
}

/** Whole records and lists, so that a report can show where they differ. */
const longestValue = 2000
const mostAlternatives = 6

type Word<Worded> = (claim: Worded, failure: Failure, judged: Judged) => StatementWords

const words: { readonly [Each in Kind]: Word<Of<Each>> } = {
  status: statusWords,
  code: codeWords,
  location: locationWords,
  header: headerWords,
  'media type': mediaTypeWords,
  disposition: dispositionWords,
  bytes: bytesWords,
  shows: recordWords,
  record: recordWords,
  field: fieldWords,
  differs: differsWords,
  now: nowWords,
  text: textWords,
  same: (_, failure) => ({ ...comparison(failure), says: 'is as expected', place: '' }),
  each: eachWords,
  entries: entriesWords,
  size: sizeWords,
  page: pageWords,
  pagination: paginationWords,
  rows: (_, failure) => ({ ...comparison(failure), says: 'shows exactly the expected records', place: '' }),
  race: raceWords,
}

/** The text of a claim of each kind, and of its failure. */
export function statementWords(claim: Statement, failure: Failure, judged: Judged): StatementWords {
  return wordsOf(claim.kind, claim, { failure, judged })
}

function wordsOf<Each extends Kind>(
  kind: Each,
  claim: Of<Each>,
  { failure, judged }: { readonly failure: Failure; readonly judged: Judged },
): StatementWords {
  return words[kind](claim, failure, judged)
}

function recordWords(claim: Of<'shows'> | Of<'record'>, failure: Failure, judged: Judged): StatementWords {
  const { fields = [] } = failure
  return {
    ...comparison(failure),
    says: `shows ${expectedFields(claim, failure, judged)}`,
    place: fields.join(', '),
  }
}

function comparison({ expected, received }: Failure): Pick<StatementWords, 'expected' | 'received'> {
  return { expected: show(expected, longestValue), received: show(received, longestValue) }
}

function statusWords({ lawful }: Of<'status'>, { received }: Failure): StatementWords {
  const got = { place: JSON.stringify(lawful), received: answerText(received) }
  if (lawful === 'a success') return { says: 'succeeds', expected: 'a success (2xx)', ...got }
  if (lawful === 'a refusal') return { says: 'is rejected', expected: 'a rejection (4xx)', ...got }
  if (lawful === 'below 500') return { says: 'does not fail with a server error', expected: 'no 5xx', ...got }
  const statuses = ('except' in lawful ? lawful.except : lawful).join(' or ')
  if ('except' in lawful) return { says: `does not answer ${statuses}`, expected: `anything but ${statuses}`, ...got }
  return { says: `answers ${statuses}`, expected: statuses, ...got }
}

function codeWords({ lawful }: Of<'code'>, { received }: Failure): StatementWords {
  const codes = ('except' in lawful ? lawful.except : lawful).join(' or ')
  const other = 'except' in lawful ? 'anything but ' : ''
  return {
    says: `answers ${other === '' ? 'the error code' : 'an error code'} ${other}${codes}`,
    place: JSON.stringify(lawful),
    expected: `error code ${other}${codes}`,
    received: answerText(received),
  }
}

function locationWords({ name }: Of<'location'>, { received }: Failure): StatementWords {
  return {
    says: 'names the invalid field',
    place: name,
    expected: `an entry of details.errors whose loc holds ${show(name)}`,
    received: Array.isArray(received) && received.length === 0 ? 'no locations' : show(received),
  }
}

function headerWords({ name, values }: Of<'header'>, { received }: Failure): StatementWords {
  return {
    says: values === 'absent' ? `has no header ${name}` : `has the header ${name}`,
    place: name,
    expected: headerText(name, values),
    received: show(received),
  }
}

function headerText(name: string, values: Of<'header'>['values']): string {
  if (values === 'absent') return `no header ${name}`
  return values === undefined ? `a header ${name}` : allowedText(values)
}

function entriesWords(
  { ids, listed, only }: Of<'entries'>,
  { received }: Failure,
  { exchange }: Judged,
): StatementWords {
  const { resource, list }: Partial<Endpoint> = exchange?.endpoint === undefined ? {} : endpoints[exchange.endpoint]
  const record = list && resource !== undefined ? resource.replace('-', ' ') : 'entry'
  const records = record.replace(/y?$/, (end) => (end === 'y' ? 'ies' : 's'))
  const isOne = ids.length === 1
  const [due, none] = isOne
    ? [`the ${record} with id ${show(ids[0])}`, `no ${record} with id ${show(ids[0])}`]
    : [`all ${ids.length} expected ${records}`, `none of ${ids.length} excluded ${records}`]
  const others = only ? ', and no others' : ''
  const affirmed = `lists ${isOne ? `the expected ${record}` : `each of the expected ${records}`}${others}`
  const denied = isOne ? `does not list the excluded ${record}` : `lists none of the excluded ${records}`
  return {
    says: listed ? affirmed : denied,
    place: asText(listed),
    expected: listed ? `${due}${others}` : none,
    received: foundText(received, isOne),
  }
}

/** The list, and which of the named entries it has or lacks: a single one is not named again. */
function foundText(received: unknown, isOne: boolean): string {
  if (!isRecord(received) || 'status' in received) return answerText(received)
  const { missing, others: unexpected, found, among } = received
  const [absent = [], extra = [], present = []] = [missing, unexpected, found].map((ids) =>
    Array.isArray(ids) ? ids : [],
  )
  const parts = [
    ...(isOne && absent.length > 0 ? ['without it'] : someOf(absent, 'missing')),
    ...(isOne && present.length > 0 ? ['with it'] : someOf(present, 'excluded')),
    ...someOf(extra, 'unexpected'),
  ]
  return `a list of ${asText(among)} ${among === 1 ? 'entry' : 'entries'}${isOne ? ' ' : ', '}${parts.join(', ')}`
}

function someOf(ids: readonly unknown[], what: string): string[] {
  return ids.length === 0 ? [] : [`${ids.length} ${what} (${ids.slice(0, 3).join(', ')}${ids.length > 3 ? ', …' : ''})`]
}

function fieldWords({ name, shown }: Of<'field'>, failure: Failure): StatementWords {
  return {
    says: shown ? `shows \`${name}\`` : `shows no \`${name}\``,
    place: `${name} ${asText(shown)}`,
    expected: shown ? name : `no ${name}`,
    received: show(failure.received, longestValue),
  }
}

function differsWords({ field, from, later }: Of<'differs'>, { received }: Failure): StatementWords {
  const other = typeof from === 'boolean' ? `does not show \`${field}: ${from}\`` : `shows another \`${field}\``
  return {
    says: later ? `shows a later \`${field}\` than before` : other,
    place: field,
    expected: `${later ? 'a time after' : 'anything but'} ${show(from)}`,
    received: show(received),
  }
}

function nowWords({ field }: Of<'now'>, { expected, received }: Failure): StatementWords {
  const { now, seconds } = isRecord(expected) ? expected : {}
  return {
    says: `shows the current time in \`${field}\``,
    place: field,
    expected: `${asText(now)}, within ${asText(seconds)} s`,
    received: show(received),
  }
}

function eachWords({ field, lawful }: Of<'each'>, failure: Failure): StatementWords {
  return {
    says: `shows a valid \`${field}\``,
    place: field,
    expected: allowedText(lawful),
    received: show(failure.received, longestValue),
  }
}

function allowedText(lawful: Of<'each'>['lawful']): string {
  if ('text' in lawful) return `a text that contains ${show(lawful.text)}`
  const values = alternatives('except' in lawful ? lawful.except : lawful)
  return 'except' in lawful ? `anything but ${values}` : values
}

/** Values that a reader can compare: of many the first ones, and how many more there are. */
function alternatives(values: readonly unknown[]): string {
  const shown = values.slice(0, mostAlternatives).map((one) => show(one))
  const more = values.length - shown.length
  return [...shown, ...(more === 0 ? [] : [`one of ${more} more`])].join(' or ')
}

function textWords({ text, shown }: Of<'text'>, { received }: Failure): StatementWords {
  return {
    says: `${shown ? 'contains' : 'does not contain'} the text ${show(text)}`,
    place: asText(shown),
    expected: `${shown ? 'the text' : 'no text'} ${show(text)}`,
    received: received === undefined ? 'no such text' : show(received),
  }
}

function sizeWords({ least, most }: Of<'size'>, { received }: Failure): StatementWords {
  const bounds = [
    ...(least === undefined ? [] : [`at least ${least}`]),
    ...(most === undefined ? [] : [`at most ${most}`]),
  ]
  const expected = most === 0 ? 'no entries' : `${least === most ? least : bounds.join(' and ')} entries`
  const got = isRecord(received) ? answerText(received) : `${asText(received)} entries`
  return { says: `has ${expected}`, place: expected, expected, received: got }
}

function pageWords(claim: Of<'page'>, failure: Failure): StatementWords {
  if (typeof failure.received === 'number') return sizeWords({ ...claim, kind: 'size' }, failure)
  return { ...comparison(failure), says: 'begins with the expected entries', place: 'first' }
}

function paginationWords({ due }: Of<'pagination'>, { received }: Failure): StatementWords {
  const { twice, missing, others } = isRecord(received) ? received : {}
  return {
    says: 'shows each entry exactly once over all pages',
    place: '',
    expected: `each of ${due.length} entries once`,
    received: `${String(missing)} missing, ${String(twice)} twice, ${String(others)} that do not belong to the list`,
  }
}

function raceWords(_: unknown, { expected, received }: Failure): StatementWords {
  const { others, statuses } = isRecord(expected) ? expected : {}
  const lawful = Array.isArray(statuses) ? statuses.join(' or ') : '4xx'
  return {
    says: 'accepts exactly one of several simultaneous requests',
    place: '',
    expected: `one success and ${asText(others)} × ${lawful}`,
    received: Array.isArray(received) ? received.join(' ') : show(received),
  }
}

function mediaTypeWords({ lawful }: Of<'media type'>, { received }: Failure): StatementWords {
  return { says: 'has a valid media type', place: '', expected: lawful.join(' or '), received: show(received) }
}

function bytesWords(_: unknown, { expected, received }: Failure): StatementWords {
  const { sha256, bytes } = isRecord(received) ? received : {}
  const got = `${asText(bytes)} bytes with SHA-256 ${asText(sha256)}`
  const due = `bytes with SHA-256 ${asText(expected)}`
  return { says: "returns the file's own bytes", place: '', expected: due, received: got }
}

function dispositionWords({ names }: Of<'disposition'>, { received }: Failure): StatementWords {
  const got = received === undefined ? 'no Content-Disposition' : show(received)
  if (names === undefined)
    return { says: 'is an attachment', place: '', expected: 'Content-Disposition: attachment', received: got }
  return {
    says: "has the file's own name",
    place: 'name',
    expected: names.map((name) => show(name)).join(' or '),
    received: got,
  }
}

/** The status and error code of an answer. */
function answerText(received: unknown): string {
  if (!isRecord(received)) return show(received)
  const { status, code } = received
  return typeof code === 'string' ? `${asText(status)} ${code}` : asText(status)
}

/** Names the record of a received value, if it is known. */
export function recordRemark({ record }: Failure = {}): string {
  const id = record?.['id']
  return typeof id === 'string' ? ` (in the record with id ${show(id)})` : ''
}
