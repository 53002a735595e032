import { isDrawn } from './drawn-ids.ts'
import { resourceOf, type OwnRecord } from '../service/records/own-record.ts'
import type { RequestDescription } from './request-description.ts'
import { UnsendableRequestError } from './unsent-errors.ts'

/** What a POST creates; the guard checks the record around it. */
const creation = /^\/(?:products|items|properties|(?:items|properties)\/bulk|files\/[^/]+)\/?(?:\.json)?$/i

/** Allows one write. The wire sends no write without one, and only `WritePermit.for` issues them. */
export class WritePermit {
  readonly #request: RequestDescription

  private constructor(request: RequestDescription) {
    this.#request = request
  }

  covers(request: RequestDescription): boolean {
    return this.#request === request
  }

  /**
   * A permit for a creation, for a record that is proven to be the run's own (a deletion needs a recent read), and for an id that
   * was drawn at random. Throws `UnsendableRequestError` for anything else.
   */
  static for(request: RequestDescription, own: OwnRecord | undefined): WritePermit {
    const { method, path } = request
    const target = targetOf(path)
    const isRead = own !== undefined && own.id === target?.toLowerCase() && own.resource === resourceOf(path)
    const isOwn = isRead && (method === 'PATCH' || own.isRecent)
    const isOfNothing = target === undefined && /^(?:POST|PUT|PATCH)$/.test(method) && isEmpty(request)
    if (isCreation(request) || isOwn || isOfNothing || (target !== undefined && isDrawn(target)))
      return new WritePermit(request)
    throw new UnsendableRequestError(
      'no read has shown that the run created the record this would change',
      `${method} ${path}`,
    )
  }
}

export function isCreation({ method, path }: Pick<RequestDescription, 'method' | 'path'>): boolean {
  return method === 'POST' && creation.test(placeOf(path))
}

/** The id in a path, decoded: `undefined` of a list. */
export function targetOf(path: string): string | undefined {
  const id = placeOf(path)
    .split('/')
    .filter((segment) => segment !== '' && segment !== 'bulk' && segment !== 'users')[1]
  try {
    return id === undefined ? undefined : decodeURIComponent(id)
  } catch {
    return id
  }
}

function placeOf(path: string): string {
  const [address = ''] = path.replaceAll(/\/{2,}/g, '/').split(/[?#]/)
  return address.replace(/^\/v1\/public/i, '')
}

/** An empty request to a list cannot change its entries. */
function isEmpty({ json, rawBody, form }: RequestDescription): boolean {
  return rawBody === undefined && form === undefined && (json === undefined || JSON.stringify(json) === '{}')
}
