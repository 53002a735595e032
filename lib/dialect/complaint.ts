import type { Exchange } from '../client/exchange.ts'
import { isRecord, type JsonObject } from '../contract/is-record.ts'
import { namesIn, quotedIn } from './read-names.ts'
import { asText } from '../contract/show.ts'

/** Keys and indices from the outside in. */
export type Path = readonly (string | number)[]

/** One objection of a target to a request, as far as its message can be understood. */
export interface Complaint {
  readonly kind: 'missing' | 'unknown' | 'invalid'
  readonly path: Path
  /** Message and type in lower case, without the part about the received value. */
  readonly words: string
  readonly allowed: readonly string[]
}

/** A target may send any amount; the useful part is at the beginning. */
const bounds = { entries: 50, depth: 8, characters: 1000, name: 80 } as const

const unknownWords =
  /extra[ _]forbidden|additional ?propert|unrecogni[sz]ed|unevaluated|object\.unknown|(?:unknown|extra|unexpected|additional) (?:\w+ )?(?:field|input|key|propert|param|attribute|argument)|should not exist|(?:is|are) not (?:allowed|permitted|expected)(?! to)|not (?:permitted|expected)$/
const missingWords =
  /missing|required|must be (?:present|provided|given|set|specified)|(?:must|should) (?:not|never) be (?:empty|null|undefined|blank)|(?:can't|cannot|can not) be (?:blank|empty|null)|received undefined|not (?:provided|given|present)/

const places = new Set([
  'body',
  'query',
  'querystring',
  'query_string',
  'params',
  'header',
  'headers',
  'form',
  'json',
  'payload',
  'data',
])

/** Prefixes that some frameworks put before the place. */
const wrappers = new Set(['request', 'req', 'args', 'dto'])

/** The objections in a rejection: its `details.errors`, similar structures, or its message. */
export function complaintsOf({ json }: Pick<Exchange, 'json'>): readonly Complaint[] {
  if (!isRecord(json)) return []
  const entries = entriesOf(json).slice(0, bounds.entries)
  const read = entries.flatMap((entry) => complaintsIn(entry))
  const message = json['message']
  return read.length > 0 || typeof message !== 'string' ? read : complaintsIn({ msg: message })
}

function entriesOf(json: JsonObject): readonly JsonObject[] {
  const holders = [json['details'], json, json['detail']]
  for (const holder of holders) {
    const found = listIn(holder)
    if (found.length > 0) return found
  }
  return []
}

function listIn(holder: unknown): readonly JsonObject[] {
  if (Array.isArray(holder)) return holder.map((entry: unknown) => (isRecord(entry) ? entry : { msg: asText(entry) }))
  if (!isRecord(holder)) return []
  for (const key of ['errors', 'issues', 'violations', 'fieldErrors', 'fields']) {
    const list = holder[key]
    if (Array.isArray(list)) return listIn(list)
    // { "errors": { "name": ["is required"] } }
    if (isRecord(list))
      return Object.entries(list).map(([field, said]) => ({ loc: [field], msg: [said].flat().map(String).join('; ') }))
  }
  return []
}

function complaintsIn(entry: JsonObject): readonly Complaint[] {
  const message = firstText(entry, ['msg', 'message', 'reason', 'error', 'detail']) ?? ''
  const type = firstText(entry, ['type', 'code', 'keyword', 'rule']) ?? ''
  const said = `${type.replaceAll('_', ' ')} ${type} ${message}`.toLowerCase()
  const allowed = allowedValues(entry, message)
  const path = pathOf(entry)
  const words = withoutReceived(said)
  const kind = allowed.length === 0 && unknownWords.test(said) ? 'unknown' : kindOf(said, allowed)
  const one = { kind, words, allowed } as const
  return namedPaths({ entry, message, kind, path })
    .filter((named) => named.length <= bounds.depth && named.every((part) => String(part).length <= bounds.name))
    .map((named) => ({ ...one, path: named }))
}

function kindOf(said: string, allowed: readonly string[]): 'missing' | 'invalid' {
  return allowed.length === 0 && missingWords.test(said) ? 'missing' : 'invalid'
}

interface Named {
  readonly entry: JsonObject
  readonly message: string
  readonly kind: Complaint['kind']
  readonly path: Path
}

/** The place of the objection; it may be the parent, with the field's name in the message or beside it. */
function namedPaths({ entry, message, kind, path }: Named): readonly Path[] {
  const parameters = isRecord(entry['params']) ? entry['params'] : {}
  const beside = parameters['missingProperty'] ?? parameters['additionalProperty']
  if (typeof beside === 'string') return [below(path, beside)]
  if (kind === 'invalid' && path.length > 0) return [path]
  const certain = /(?:required|additional|unevaluated) propert(?:y|ies)/i.test(message)
  const open = path.length === 0 || typeof path.at(-1) === 'number'
  if (!certain && !open) return [path]
  const names = namesIn(message)
  return names.length === 0 ? [path] : names.map((name) => below(path, name))
}

function below(path: Path, name: string): Path {
  return path.at(-1) === name ? path : [...path, ...name.split('.')]
}

function pathOf(entry: JsonObject): Path {
  const keys = ['loc', 'path', 'instancePath', 'dataPath', 'pointer', 'field', 'param', 'parameter', 'property', 'name']
  const given = keys.map((key) => entry[key]).find((value) => Array.isArray(value) || typeof value === 'string')
  const parts = partsOf(given)
  const whole = parts.map((part) =>
    typeof part === 'number' ? part : /^\d+$/.test(asText(part)) ? Number(part) : asText(part),
  )
  const [outer] = whole
  const path = typeof outer === 'string' && wrappers.has(outer) && whole.length > 1 ? whole.slice(1) : whole
  const [first] = path
  return typeof first === 'string' && places.has(first) && (path.length > 1 || first !== 'data') ? path.slice(1) : path
}

function partsOf(given: unknown): readonly unknown[] {
  if (Array.isArray(given)) return given.slice(0, bounds.depth + 2)
  return typeof given === 'string' ? splitPath(given.slice(0, bounds.characters)) : []
}

function splitPath(text: string): readonly string[] {
  return text.split(text.startsWith('/') ? '/' : /[.[\]]+/).filter((part) => part !== '' && part !== '$')
}

function firstText(entry: JsonObject, keys: readonly string[]): string | undefined {
  const text = keys.map((key) => entry[key]).find((value) => typeof value === 'string')
  return text?.slice(0, bounds.characters)
}

const announcing =
  /(?:one of|permitted|allowed|expected|should be|must be|valid (?:values|options|choices)|choose from|choices|options|enum)\b(.*)$/is

/** A target that offers more values than this does not offer a useful enumeration. */
const mostValues = 50
const longestValue = 80

/** A message without the part about the received value. */
function withoutReceived(message: string): string {
  return message.replace(/[\s,;(]*\b(?:received|got|but was|but got|instead of|found|given|you sent)\b.*$/is, '')
}

/** The values that a validation error offers, in its message or in separate fields. */
function allowedValues(entry: Readonly<Record<string, unknown>>, message: string): readonly string[] {
  const beside = [entry, entry['params'], entry['ctx'], entry['context']].filter(isRecord)
  const listed = beside.flatMap((record) =>
    ['allowedValues', 'allowed', 'permitted', 'options', 'values', 'valids', 'enum', 'enum_values', 'expected'].flatMap(
      (key) => textsOf(record[key]),
    ),
  )
  const offered = listed.length > 0 ? listed : valuesIn(message)
  return offered.filter((value) => value.length <= longestValue).slice(0, mostValues)
}

function textsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string')
  return typeof value === 'string' ? quotedIn(value) : []
}

function valuesIn(message: string): readonly string[] {
  const offer = announcing.exec(withoutReceived(message))?.[1]
  if (offer === undefined) return []
  const quoted = quotedIn(offer)
  if (quoted.length > 0) return /\bpattern\b|\bregex|match/i.test(message) ? [] : quoted
  const bare =
    /^[^:[(]{0,40}[:[(]\s*([\w -]+(?:\s*[,|]\s*[\w -]+)+)/.exec(offer)?.[1] ??
    /^\s+([\w-]+(?:\s*[,|]\s*(?:or\s+)?[\w -]+)+)/.exec(offer)?.[1]
  return (bare ?? '')
    .split(/\s*(?:[,|]|\bor\b)\s*/)
    .map((word) => word.trim())
    .filter((word) => word !== '')
}
