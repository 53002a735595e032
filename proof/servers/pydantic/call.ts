import type { Bugs } from './bugs.ts'
import { isUuid } from './form.ts'
import type { Query } from './query.ts'
import { forbidden, invalid, missing, Refusal } from './refusal.ts'
import type { Organization, Store, User } from './store.ts'

/** One authenticated request. */
export interface Call {
  readonly store: Store
  readonly bugs: Bugs
  readonly organization: Organization
  readonly user: User
  readonly path: readonly string[]
  readonly query: Query
  readonly contentType: string
  readonly raw: Buffer
}

export interface Answer {
  readonly status: number
  readonly body?: unknown
  readonly bytes?: Buffer
  readonly headers?: Readonly<Record<string, string>>
}

/** The parsed body. Malformed JSON is a validation error for this framework. */
export function jsonBody({ raw, contentType }: Call): unknown {
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(contentType))
    throw invalid([{ type: 'model_attributes_type', loc: ['body'], msg: 'Input should be a valid dictionary' }])
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw))
  } catch (error) {
    const at = Number(/position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1] ?? raw.byteLength)
    throw invalid([{ type: 'json_invalid', loc: ['body', at], msg: 'JSON decode error' }])
  }
}

interface Search<Thing> {
  readonly things: ReadonlyMap<string, Thing>
  readonly kind: string
  readonly ownerOf: (thing: Thing) => Organization
}

/** What an id stands for: 404 if nothing, 403 if it is somebody else's. */
export function reach<Thing>({ organization }: Call, id: string, { things, kind, ownerOf }: Search<Thing>): Thing {
  const thing = things.get(id.toLowerCase())
  if (thing === undefined) throw missing(kind)
  if (ownerOf(thing) !== organization) throw forbidden()
  return thing
}

/** The id in the path; what is no UUID does not come as far as the database. */
export function idIn({ path }: Call, name: string): string {
  const id = path[1] ?? ''
  if (!isUuid(id)) throw invalid([{ type: 'uuid_parsing', loc: ['path', name], msg: 'Input should be a valid UUID' }])
  return id
}

export function pageOf(
  call: Call,
  all: readonly unknown[],
  { limit, offset }: { limit: number; offset: number },
): Answer {
  const items = all.slice(offset, offset + limit)
  return { status: 200, body: { items, count: call.bugs.has('count-is-total') ? all.length : items.length } }
}

export function conflict(code: string, message: string): Refusal {
  return new Refusal(409, code, { message })
}
