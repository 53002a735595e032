import type { FastifyRequest, RawRequestDefaultExpression } from 'fastify'
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { ServiceError } from '../service/http/service-error.ts'

/** Names under which a client of this machine may address the control plane: another one was pointed here by somebody else. */
const localHosts = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i

/**
 * Who may ask the control plane: who knows its token, which stands first in its address, and is not a page in a browser. A port
 * of this machine is open to every page that a browser shows.
 */
export class ControlAccess {
  readonly token = randomBytes(18).toString('base64url')
  readonly #admitted = new WeakSet<RawRequestDefaultExpression>()

  /** The path behind the token, if it is the right one. */
  readonly rewriteUrl = (request: RawRequestDefaultExpression): string => {
    const [, token = '', rest] = /^\/([^/?]*)(.*)$/s.exec(request.url ?? '') ?? []
    if (rest === undefined || !isSame(token, this.token)) return request.url ?? '/'
    this.#admitted.add(request)
    return rest.startsWith('/') ? rest : `/${rest}`
  }

  /** Throws where a request comes from elsewhere, or without the token. */
  check({ raw, headers }: FastifyRequest): void {
    if (!localHosts.test(headers.host ?? '')) throw refused('the control plane answers to its own host only')
    if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined)
      throw refused('the control plane answers no page')
    if (!this.#admitted.has(raw)) throw refused('the address of the control plane begins with its token')
  }
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function refused(message: string): ServiceError {
  return new ServiceError({ status: 403, code: 'forbidden', message })
}
