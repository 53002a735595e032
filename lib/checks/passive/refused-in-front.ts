import type { Exchange } from '../../client/exchange.ts'
import { isRecord } from '../../contract/is-record.ts'

const refusals: ReadonlySet<number> = new Set([400, 408, 413, 414, 431])
const longestPath = 2_000
const longestHeader = 4_000
/** Common bounds of proxies and of readers of JSON: a file may be larger. */
const largestBody = 1_000_000
const largestJson = 65_536
const visible = /^[\x20-\x7e\t]*$/
/** RFC 3986 has no other characters in a path or a query; some servers let none of them pass. */
const writtenPath = /^[\w\-.~:/?#@!$&'()*+,;=%]*$/

/** Bodies beyond it are stopped by the usual rules of firewalls. */
const largestBehindFirewall = 8192
/** What the usual rules of firewalls take for an attack, also where it is a text that somebody may store. */
const attack =
  /<(?:script|[a-z]+[ />])|%3c|' ?or |union(?:\s|%20|\+)+select|drop(?:\s|%20|\+)+table|\.\.[/\\]|\$\{|\\u0000|%00|%0[ad]/i
const ofOddHeaders: ReadonlySet<number> = new Set([400, 403, 406, 415, 416])

/**
 * Whether a refusal may come from what stands in front of the service and knows nothing of the contract: a parser or proxy
 * that refuses what HTTP does not allow or what is too long, or a firewall or gateway that forbids what no honest client sends.
 */
export function mayBeRefusedInFront(exchange: Exchange): boolean {
  return mayBeRefusedByHttpLayer(exchange) || isRefusalOfGateway(exchange)
}

/** A gateway answers in words of its own, and only to what is sent on purpose to be refused, or looks as if it were. */
export function isRefusalOfGateway({ status, json, broken, request }: Exchange): boolean {
  // Every error of the service has a code.
  if (isRecord(json) && 'error' in json) return false
  if (broken !== undefined && /header|content type/i.test(broken) && ofOddHeaders.has(status)) return true
  if (status === 415) return broken !== undefined
  if (status !== 403) return false
  const { path, headers, body } = request
  const isLong = /json/i.test(headers['content-type'] ?? '') && (body?.bytes ?? 0) > largestBehindFirewall
  return broken !== undefined || path.includes('%25') || isLong || attack.test(path) || attack.test(body?.text ?? '')
}

/**
 * Whether no client of the interface sends such a request: something is wrong with it on purpose, it is larger than usual, or a
 * parser, firewall or gateway may take it for an attack.
 */
export function isUnusual({ broken, request: { path, headers, body } }: Exchange): boolean {
  if (broken !== undefined || path.length > longestPath || !writtenPath.test(path) || !isPercentEncoded(path))
    return true
  if (Object.values(headers).some((value) => value.length > longestHeader || !visible.test(value))) return true
  const isJson = /json/i.test(headers['content-type'] ?? '')
  const { text = '', bytes = 0 } = body ?? {}
  return (
    bytes > (isJson ? largestBehindFirewall : largestBody) || attack.test(path) || attack.test(text) || half.test(text)
  )
}

/** Half of a surrogate pair, as JSON escapes it. */
const half = /\\ud[89a-f][\da-f]{2}/i

function mayBeRefusedByHttpLayer(exchange: Exchange): boolean {
  if (!refusals.has(exchange.status)) return false
  const { path, headers, body } = exchange.request
  if (path.length > longestPath || !writtenPath.test(path) || path.includes('%00') || !isPercentEncoded(path))
    return true
  if (Object.values(headers).some((value) => value.length > longestHeader || !visible.test(value))) return true
  const largest = /json/i.test(headers['content-type'] ?? '') ? largestJson : largestBody
  return exchange.status === 413 && body !== undefined && body.bytes > largest
}

function isPercentEncoded(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
