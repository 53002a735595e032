import type { Exchange } from '../../client/exchange.ts'

const json = /^\s*(?:application|text)\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

/** Whether an answer says that its body is JSON: `application/json`, or a type with the suffix `+json`. */
export function saysJson(exchange: Exchange): boolean {
  return json.test(exchange.headers['content-type'] ?? '')
}
