import { ownershipCheck } from '../../ledger/ownership-guard.ts'
import { isRecord } from '../../contract/is-record.ts'
import type { Exchange } from '../../client/exchange.ts'
import { redact } from '../../client/redactor.ts'
import { canonicalText, idsIn, canonicalSentence } from './canonical-text.ts'
import type { Step, Leaf } from './step.ts'

/** Their values show how a deployment behaves; for the others it is enough that they are present. */
const telling = new Set([
  'allow',
  'cache-control',
  'content-disposition',
  'content-type',
  'location',
  'www-authenticate',
  'x-content-type-options',
])

/** Headers that the path to a deployment adds, not the deployment. */
const transport = new Set([
  'age',
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'keep-alive',
  'server',
  'transfer-encoding',
  'vary',
  'via',
])

/** Turns the exchanges of a run into steps that can be compared with those of another run. */
export class StepRecorder {
  readonly #runId: string
  /** Ids of what the run has created. */
  readonly #made = new Set<string>()

  constructor(runId: string) {
    this.#runId = runId
  }

  /** A step, or `undefined` for a request that the rate limit delayed, or that belongs to no check. */
  step(exchange: Exchange): Step | undefined {
    const { request, status, check, sequence, json } = exchange
    if (status === 429 || check === ownershipCheck) return undefined
    const endpoint = exchange.endpoint ?? `${request.method} elsewhere`
    const asked = new Set(idsIn(`${request.path} ${request.body?.text ?? ''}`))
    if (request.method === 'POST' && status < 300) for (const id of madeIn(json)) this.#made.add(id)
    const own = request.method !== 'GET' || status >= 400 || this.#isAboutOwn(request.path, asked)
    const isList = isRecord(json) && Array.isArray(json['items'])
    return {
      check,
      sequence,
      endpoint,
      asked: this.#askedIn(exchange, endpoint),
      target: redact(request.path),
      status,
      own,
      headers: headersOf(exchange, this.#runId),
      leaves:
        json === undefined
          ? {}
          : leavesOf(json, { runId: this.#runId, asked, sent: textsIn(exchange), typesOnly: !own && isList }),
    }
  }

  #isAboutOwn(path: string, asked: ReadonlySet<string>): boolean {
    return path.toLowerCase().includes(this.#runId) || [...asked].some((id) => this.#made.has(id))
  }

  #askedIn({ request, identity, broken, endpoint: known }: Exchange, endpoint: string): string {
    const [path = '', query = ''] = request.path.split('?', 2)
    const where = known === undefined ? canonicalText(path, this.#runId) : endpoint
    const names = [...new URLSearchParams(query).keys()].toSorted().join('&')
    return [where, request.method, identity, names, broken ?? ''].join(' ')
  }
}

function headersOf({ headers }: Exchange, runId: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !transport.has(name))
      .map(([name, value]) => [name, telling.has(name) ? redact(canonicalText(value, runId)) : 'there']),
  )
}

/** The texts of a JSON body, at any depth. */
function textsIn({ request: { body } }: Exchange): ReadonlySet<string> {
  const texts = new Set<string>()
  if (body === undefined || body.truncated) return texts
  try {
    JSON.parse(body.text, (_, value: unknown) => {
      if (typeof value === 'string') texts.add(value)
      return value
    })
  } catch {
    // No JSON, or broken on purpose.
  }
  return texts
}

function madeIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => madeIn(entry))
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'id' && typeof inner === 'string' ? [inner.toLowerCase()] : madeIn(inner),
  )
}

interface LeafOptions {
  readonly runId: string
  /** Ids that the request named: an answer may show the same one or another. */
  readonly asked: ReadonlySet<string>
  /** Texts in the body of the request: many of them are random. */
  readonly sent: ReadonlySet<string>
  /** Without values: they belong to others, and are many. */
  readonly typesOnly: boolean
}

const mostValues = 24
const mostPlaces = 300
const whole = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** Sizes are drawn at random, so that no two uploads are equal. */
const chance = /size|bytes|checksum|etag/i
/** The name of a user is data of the deployment; another requirement judges that the right user is named. */
const ofAUser = /By\.\w+$/
const forPeople = /^(?:message|msg|detail)$/

interface Seen {
  readonly types: Set<string>
  readonly values: string[]
  count: number
}

/** Every place of a JSON body with its values; entries of a list share their places. */
function leavesOf(json: unknown, options: LeafOptions): Readonly<Record<string, Leaf>> {
  const seen = new Map<string, Seen>()
  walk(json, '', (path, value) => note(seen, path, value, options))
  return Object.fromEntries(
    [...seen].map(([path, { types, values, count }]) => [
      path,
      {
        types: [...types].toSorted(),
        count,
        ...(options.typesOnly || count > mostValues ? {} : { values: values.toSorted() }),
      },
    ]),
  )
}

function walk(value: unknown, path: string, visit: (path: string, value: unknown) => void): void {
  visit(path, value)
  if (Array.isArray(value)) for (const entry of value) walk(entry, `${path}[]`, visit)
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) {
      const step = whole.test(name) ? '<id>' : name
      walk(inner, path === '' ? step : `${path}.${step}`, visit)
    }
}

function note(seen: Map<string, Seen>, path: string, value: unknown, options: LeafOptions): void {
  const known = seen.get(path)
  if (!known && seen.size >= mostPlaces) return
  const place = known ?? { types: new Set(), values: [], count: 0 }
  seen.set(path, place)
  place.count += 1
  place.types.add(jsonType(value))
  if (!options.typesOnly && place.values.length <= mostValues) place.values.push(canonicalValue(path, value, options))
}

function canonicalValue(path: string, value: unknown, { asked, runId, sent }: LeafOptions): string {
  const name = path.slice(path.lastIndexOf('.') + 1)
  if (Array.isArray(value)) return `${value.length} entries`
  if (typeof value === 'object' && value !== null) return 'object'
  if (value !== null && (chance.test(name) || ofAUser.test(path))) return `<${typeof value}>`
  if (typeof value !== 'string') return String(value)
  if (whole.test(value)) return asked.has(value.toLowerCase()) ? '<id asked for>' : '<id>'
  if (sent.has(value)) return '<as sent>'
  return JSON.stringify(redact(forPeople.test(name) ? canonicalSentence(value, runId) : canonicalText(value, runId)))
}

function jsonType(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
