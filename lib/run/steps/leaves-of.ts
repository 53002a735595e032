import { redact } from '../../client/redactor.ts'
import { canonicalSentence, canonicalText } from './canonical-text.ts'
import type { Leaf } from './step.ts'

export interface LeafOptions {
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
export function leavesOf(json: unknown, options: LeafOptions): Readonly<Record<string, Leaf>> {
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
