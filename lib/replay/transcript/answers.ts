import { isDeepStrictEqual } from 'node:util'
import type { NewFinding } from '../../checks/finding.ts'
import type { Exchange } from '../../client/exchange.ts'
import { isRecord } from '../../contract/is-record.ts'
import { uuidPattern } from '../../service/interface/patterns.ts'
import { asText } from '../../contract/show.ts'
import type { Chronicle } from './chronicle.ts'
import { fieldText, within } from './jq-text.ts'

export type Path = ReadonlyArray<string | number>

/** Where an answer of the run shows a value. */
export interface Place {
  readonly exchange: Exchange
  readonly path: Path
}

/** What a transcript needs from the run besides its finding. */
export interface TranscriptSources {
  readonly chronicle: Chronicle
  readonly runId: string
  readonly baseUrl: string
}

/** A word of the contract, such as `dismissed`. */
const word = /^[a-z_]{3,16}$/
/** Shorter texts stand in an answer by chance. */
const longEnough = 8

/** The answers of a finding, and how a jq filter refers to their values: `$a[#7#]` is the one to exchange 7. */
export class Answers {
  /** The latest first. */
  readonly all: readonly Exchange[]
  readonly #facts: TranscriptSources
  readonly #bodies: readonly string[]

  constructor({ exchanges, trail = [], beside = [], prepared = [] }: NewFinding, facts: TranscriptSources) {
    const sent = [...prepared, ...trail, ...beside, ...exchanges]
    const all = new Map(sent.map((exchange) => [exchange.sequence, exchange]))
    this.all = [...all.values()].toSorted((one, other) => other.sequence - one.sequence)
    this.#facts = facts
    const checks = new Set(this.all.map(({ check }) => check))
    const writes = facts.chronicle.writes.filter(({ check }) => checks.has(check))
    this.#bodies = [...writes, ...this.all].flatMap(({ request }) => request.body?.text ?? [])
  }

  /** The place of a value, preferably in the judged answer. */
  placeOf(value: unknown, judged: Exchange): Place | undefined {
    return placeIn(typeof value === 'number' ? [judged] : [judged, ...this.all], value)
  }

  /**
   * The form of a value in another run: itself, if it was sent, created, or is not from the target; otherwise its place in
   * another answer. The user in one role of a record, such as `createdBy`, does not stand for the user in another.
   */
  termOf(value: unknown, judged: Exchange, role?: string): string | undefined {
    if (value === undefined || value === null || typeof value === 'boolean' || typeof value === 'number')
      return JSON.stringify(value ?? null)
    if (typeof value === 'string') {
      if (this.isOurs(value) || this.#isSent(value) || word.test(value)) return JSON.stringify(value)
      return this.#shownElsewhere(value, judged, role)
    }
    if (Array.isArray(value))
      return joined(
        value.map((entry) => this.termOf(entry, judged, role)),
        '[',
        ']',
      )
    if (!isRecord(value)) return undefined
    const place = this.#shownElsewhere(value, judged, role)
    if (place !== undefined) return place
    const fields = Object.entries(value).map(([name, field]) => {
      const term = this.termOf(field, judged, roleIn([name]) ?? role)
      return term === undefined ? undefined : `${JSON.stringify(name)}: ${term}`
    })
    return joined(fields, '{', '}')
  }

  /** A place in the notation of jq: list entries by known ids and names, fields by any of their spellings. */
  textOf({ exchange, path }: Place, isNamed?: (text: string) => boolean): string {
    const isKnown = isNamed ?? ((text) => this.isOurs(text))
    let node = exchange.json
    let text = `$a[#${exchange.sequence}#].body${wrapperOf(exchange)}`
    for (const step of path) {
      const list: readonly unknown[] = Array.isArray(node) ? node : []
      node = typeof step === 'number' ? list[step] : isRecord(node) ? node[step] : undefined
      text =
        typeof step === 'string'
          ? within(text, step)
          : `${text}${entryText({ node, list }, isKnown, isNamed ? undefined : this.#madeAs(node)) ?? `[${step}]`}`
    }
    return text.includes(' | ') ? `(${text})` : text
  }

  /** Whether a text is an id of the run's records, or contains the mark of the run. */
  isOurs(text: string): boolean {
    return text.toLowerCase().includes(this.#facts.runId.toLowerCase()) || this.#facts.chronicle.isMade(text)
  }

  #shownElsewhere(value: unknown, judged: Exchange, role: string | undefined): string | undefined {
    const place = placeIn(this.others(judged), value, (path) => [role, undefined].includes(roleIn(path)))
    return place && this.textOf(place)
  }

  /** The answers beside the judged one: earlier ones first, and answers to the same read, which may be equally wrong, last. */
  others(judged: Exchange): readonly Exchange[] {
    const rank = (one: Exchange): number => Number(isSameRead(one, judged)) * 2 + Number(one.sequence > judged.sequence)
    const others = this.all.filter(({ sequence }) => sequence !== judged.sequence)
    return others.toSorted((one, other) => rank(one) - rank(other))
  }

  /** The id of what was made with the name of a record. */
  #madeAs(record: unknown): unknown {
    const name = isRecord(record) ? record['name'] : undefined
    const isMaking = ({ request, json }: Exchange): boolean =>
      request.method === 'POST' && isRecord(json) && json['name'] === name
    const made = this.all.find(isMaking)?.json
    return isRecord(made) ? made['id'] : undefined
  }

  #isSent(text: string): boolean {
    // A form contains a text without quotes, on its own line.
    const forms = [JSON.stringify(text), `\r\n${text}\r\n`]
    return this.#bodies.some((body) => forms.some((form) => body.includes(form)))
  }
}

interface Entry {
  readonly node: unknown
  readonly list: readonly unknown[]
}

/** The index of a list entry; `original` is the one with its name, if it is a copy. Its type distinguishes it from others with the name. */
function entryText(
  { node: entry, list }: Entry,
  isKnown: (text: string) => boolean,
  original?: unknown,
): string | undefined {
  if (!isRecord(entry)) return undefined
  const name = ['id', 'name'].find((field) => isKnown(asText(entry[field])))
  if (name === undefined) return undefined
  const isCopy = name === 'name' && original !== undefined && original !== entry['id']
  const other = isCopy ? ` and .id != ${JSON.stringify(original)}` : ''
  const isOneOfSeveral = list.filter((one) => isRecord(one) && one[name] === entry[name]).length > 1
  const type = isOneOfSeveral && !isCopy ? ` and .type == ${JSON.stringify(entry['type'])}` : ''
  return `[] | select(.${name} == ${JSON.stringify(entry[name])}${other}${type})`
}

/** The place of the record in the answer's body, which may wrap it. */
function wrapperOf({ json, body, bodyBytes, bodyTruncated }: Exchange): string {
  // Of a long body only the beginning is kept beside its values.
  if (!isRecord(json) || body.byteLength === 0 || body.byteLength < bodyBytes || bodyTruncated) return ''
  const whole: unknown = JSON.parse(Buffer.from(body).toString())
  const [path = []] = pathsOf(whole, (node) => isDeepStrictEqual(node, json))
  return path.map((step) => fieldText(String(step))).join('')
}

/** The place of a value: the same record or an equal one; for a text or number, only if it occurs nowhere else in the answer. */
function placeIn(
  answers: readonly Exchange[],
  value: unknown,
  mayStand: (path: Path) => boolean = () => true,
): Place | undefined {
  if (typeof value === 'string' && value.length < longEnough) return undefined
  const same = (node: unknown): boolean => node === value
  for (const isSought of isRecord(value) ? [same, (node: unknown) => isDeepStrictEqual(node, value)] : [same])
    for (const exchange of answers) {
      const [path, ...more] = pathsOf(exchange.json, isSought).filter((one) => mayStand(one))
      const isTold = more.length === 0 || isRecord(value) || uuidPattern.test(asText(value))
      if (path && isTold) return { exchange, path }
    }
  return undefined
}

/** The role in which a place shows a user. */
export function roleIn(path: Path): string | undefined {
  return path.map(String).findLast((name) => /By$|^owner$/.test(name))
}

function joined(terms: ReadonlyArray<string | undefined>, open: string, close: string): string | undefined {
  return terms.includes(undefined) ? undefined : `${open}${terms.join(', ')}${close}`
}

/** Where what is sought stands in an answer. */
export function pathsOf(node: unknown, isSought: (node: unknown) => boolean, path: Path = []): readonly Path[] {
  const here = isSought(node) ? [path] : []
  if (Array.isArray(node))
    return [...here, ...node.flatMap((entry: unknown, index) => pathsOf(entry, isSought, [...path, index]))]
  if (!isRecord(node)) return here
  return [...here, ...Object.entries(node).flatMap(([name, field]) => pathsOf(field, isSought, [...path, name]))]
}

/** The entries of a list; of what is not a list none. */
export function entriesOf({ json }: Pick<Exchange, 'json'>): readonly unknown[] {
  const items = isRecord(json) ? json['items'] : undefined
  return Array.isArray(items) ? items : []
}

/** The ids of the entries of a list. */
export function idsOfEntries(exchange: Pick<Exchange, 'json'>): readonly string[] {
  return entriesOf(exchange).map((entry) => (isRecord(entry) ? asText(entry['id']) : ''))
}

/** Whether two requests of one reader read the same; or the same list, whatever some parameters of its pages. */
export function isSameRead(one: Exchange, other: Exchange, ofPages: ReadonlyArray<'offset' | 'limit'> = []): boolean {
  const [asked, others] = [one, other].map(({ request }) =>
    ofPages.reduce((path, name) => path.replace(new RegExp(`(?<=[?&])${name}=\\d+(?:&|$)`), ''), `${request.path}&`),
  )
  return asked === others && one.request.method === 'GET' && one.identity === other.identity
}
