import type { Exchange } from '../client/exchange.ts'
import { isRecord } from '../contract/is-record.ts'

export type Entry = Readonly<Record<string, unknown>>
export type Page = Readonly<Record<'limit' | 'offset', string>>

/** A list that the target does not give. */
export class ListRefused extends Error {
  readonly answer: Exchange

  constructor(answer: Exchange, problem = `answered ${answer.status}`) {
    super(`GET ${answer.request.path} ${problem}`)
    this.answer = answer
  }
}

const pageSize = 200

/** What is asked first for a list. */
export const firstPage: Page = { limit: `${pageSize}`, offset: '0' }

export interface ListBounds {
  readonly mostPages?: number
  /** A page with fewer entries than requested is the last, unless the service returns no more at once. */
  readonly endsShort?: boolean
}

/**
 * The entries of a list, page by page. It ends at a page that is empty or shorter than the first. Throws `ListRefused` if a page
 * is rejected, and `Error` if the list never ends.
 */
export async function* wholeList(
  ask: (page: Page) => Promise<Exchange>,
  { mostPages = 100, endsShort = false }: ListBounds = {},
): AsyncGenerator<Entry> {
  const seen = new Set<unknown>()
  let first = 0
  let offset = 0
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await ask({ limit: `${pageSize}`, offset: `${offset}` })
    if (answer.status > 299) throw new ListRefused(answer)
    if (!isRecord(answer.json) || !Array.isArray(answer.json['items']))
      throw new ListRefused(answer, 'answered no list')
    const entries = answer.json['items'].filter(isRecord)
    const fresh = entries.filter(({ id }) => !seen.has(id))
    for (const { id } of fresh) seen.add(id)
    yield* fresh
    if (entries.length < (endsShort ? pageSize : Math.max(1, first))) return
    // If a service ignores the offset, it shows the same page for ever.
    if (fresh.length === 0) throw new Error(`GET ${answer.request.path} shows the previous page again`)
    first ||= entries.length
    offset += entries.length
  }
  throw new Error(`a list did not end within ${mostPages} pages`)
}

/** The query parameter that a validation error reports as missing. */
export function missingParameter({ status, json }: Exchange): string | undefined {
  const details = status === 422 && isRecord(json) ? json['details'] : undefined
  const errors: unknown = isRecord(details) ? details['errors'] : undefined
  const [first] = Array.isArray(errors) ? errors.filter(isRecord) : []
  const place: unknown = first?.['loc']
  const name: unknown = Array.isArray(place) ? place.at(-1) : undefined
  return typeof name === 'string' ? name : undefined
}
