import type { Exchange } from '../client/exchange.ts'
import { isSafeMethod } from '../client/is-safe-method.ts'

/** What was judged had been read before, in the same words. */
export function isTheSameRead({ request, identity, sequence }: Exchange, judged: Exchange): boolean {
  return (
    sequence < judged.sequence &&
    identity === judged.identity &&
    request.method === 'GET' &&
    judged.request.method === 'GET' &&
    request.path === judged.request.path
  )
}

/** The judged request itself, which a check has sent until it was sure. */
export function isTheSameWrite({ request, identity, sequence }: Exchange, judged: Exchange): boolean {
  return (
    sequence !== judged.sequence &&
    !isSafeMethod(request.method) &&
    identity === judged.identity &&
    request.method === judged.request.method &&
    request.path === judged.request.path &&
    request.body?.text === judged.request.body?.text
  )
}

/** The same where each was refused: of a service that keeps the rule, only the first may succeed. */
export function isAnEarlierTry(exchange: Exchange, judged: Exchange): boolean {
  const hasBody = exchange.request.body !== undefined
  return hasBody && exchange.status >= 400 && judged.status >= 400 && isTheSameWrite(exchange, judged)
}

/** It was refused for the requests before it: only for what is judged, or led to that, the limit is spent again. */
export function isPastLimit(exchange: Exchange, told: ReadonlyArray<Exchange | undefined>): boolean {
  return exchange.status === 429 && !told.includes(exchange)
}
