import type { SameFields } from '../../checks/finding.ts'
import type { NewFinding } from '../../checks/run-journal.ts'
import type { Exchange } from '../../client/exchange.ts'
import { isRecord } from '../../contract/is-record.ts'
import { answersOf, comparedPlaces, jqPath, type Place } from './places.ts'
import { asText } from '../../contract/show.ts'

/** Two values that ought to be the same, or not, as a filter of jq, and the answers that show them. */
export interface SameForm {
  readonly filter: (isKnown: (id: string) => boolean) => string
  readonly judged: Exchange
  readonly other?: Exchange
  /** The entries of lists that show them, by their ids and names, as JSON; left out where whole lists are compared. */
  readonly entries?: string
}

/** `undefined` where no answer shows what was received, or where what was expected is neither shown by another one nor was sent. */
export function sameForm(finding: NewFinding, criterion: SameFields): SameForm | undefined {
  const { received, expected } = comparedPlaces(finding, criterion)
  if (!received) return listsForm(finding, criterion)
  const isSent = wasSent(criterion.expected, finding)
  if (!expected && !isSent) return undefined
  const other = isSent ? undefined : expected
  // What is waited for is the later of the two.
  const [judged, beside] =
    other && other.exchange.sequence > received.exchange.sequence ? [other, received] : [received, other]
  return {
    judged: judged.exchange,
    ...(beside && { other: beside.exchange }),
    entries: JSON.stringify([judged, ...(beside ? [beside] : [])].flatMap((place) => entriesAround(place))),
    filter: (isKnown) => {
      const one = placeText(judged, '.', isKnown)
      const two = beside
        ? placeText(beside, beside.exchange === judged.exchange ? '.' : '$other.', isKnown)
        : JSON.stringify(criterion.expected ?? null)
      const equal = comparisons(criterion).map((field) =>
        comparison(one + field, beside ? two + field : fieldOf(criterion.expected, field), criterion),
      )
      return equal.join(' and ')
    },
  }
}

function entriesAround({ exchange, path }: Place): readonly unknown[] {
  let node: unknown = exchange.json
  return path.flatMap((step) => {
    node = Array.isArray(node) ? node[Number(step)] : isRecord(node) ? node[step] : undefined
    return typeof step === 'number' && isRecord(node) ? [{ id: node['id'], name: node['name'] }] : []
  })
}

/** Two lists that have to hold the same entries, in any order. */
function listsForm(finding: NewFinding, { expected, received }: SameFields): SameForm | undefined {
  const [judged, ...before] = answersOf(finding)
  const other = before.find((answer) => hasEntries(answer, expected))
  if (!judged || !other || !hasEntries(judged, received)) return undefined
  const sorted = '[.body.items[].id] | sort'
  return { judged, other, filter: () => `(${sorted}) == ($other | ${sorted})` }
}

function hasEntries(answer: Exchange, ids: unknown): boolean {
  const shown = idsOfEntries(answer)
  return Array.isArray(ids) && shown?.length === ids.length && shown.every((id) => ids.includes(id))
}

/** The ids of the entries of a list; `undefined` where it is none. */
export function idsOfEntries({ json }: Exchange): readonly string[] | undefined {
  const items = isRecord(json) ? json['items'] : undefined
  return Array.isArray(items) ? items.map((entry: unknown) => (isRecord(entry) ? asText(entry['id']) : '')) : undefined
}

function placeText({ exchange, path }: Place, answer: string, isKnown: (id: string) => boolean): string {
  const text = `${answer}body${jqPath(exchange.json, path, isKnown)}`
  return text.includes('|') ? `(${text})` : text
}

/** The fields that are compared: of records that a check has put together, those that it has. */
function comparisons({ fields, expected, received }: SameFields): readonly string[] {
  if (fields) return fields.map((name) => `.${name}`)
  if (!isRecord(expected) || !isRecord(received)) return ['']
  return [...new Set([...Object.keys(expected), ...Object.keys(received)])].map((name) => `.${name}`)
}

function fieldOf(expected: unknown, field: string): string {
  const value = isRecord(expected) && field !== '' ? expected[field.slice(1)] : expected
  return JSON.stringify(value ?? null)
}

function comparison(one: string, two: string, { differs, isPresence, mayBeMissing }: SameFields): string {
  if (isPresence) return `((${one} | IN(null, "", [])) == (${two} | IN(null, "", [])))`
  const equal = `${one} ${differs ? '!=' : '=='} ${two}`
  return mayBeMissing ? `(${one} == null or ${equal})` : equal
}

/** Whether a transcript can write a value down: a truth value, or what the check had sent itself. */
export function wasSent(value: unknown, finding: NewFinding): boolean {
  if (value === undefined || value === null || typeof value === 'boolean' || typeof value === 'number') return true
  if (Array.isArray(value)) return value.every((entry) => wasSent(entry, finding))
  if (isRecord(value)) return Object.values(value).every((entry) => wasSent(entry, finding))
  if (typeof value !== 'string') return false
  // A form sends a text without quotes, in a line of its own.
  const forms = [JSON.stringify(value), `\r\n${value}\r\n`]
  return answersOf(finding).some(({ request }) => forms.some((form) => request.body?.text.includes(form)))
}
