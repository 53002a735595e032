import type { Exchange } from '../../client/exchange.ts'
import { isRecord } from '../../contract/is-record.ts'

const refusals: ReadonlySet<number> = new Set([400, 408, 413, 414, 431])
const longestPath = 2_000
const longestHeader = 4_000
/** Common limits of proxies and JSON parsers: a file may be larger. */
const largestBody = 1_000_000
const largestJson = 65_536
const visible = /^[\x20-\x7e\t]*$/
/** RFC 3986 allows no other characters in a path or query; some servers reject them. */
const writtenPath = /^[\w\-.~:/?#@!$&'()*+,;=%]*$/

/** The size from which common firewall rules stop bodies. */
const largestBehindFirewall = 8192
/** What common firewall rules consider an attack, even if it is a text that somebody may store. */
const attack =
  /<(?:script|[a-z]+[ />])|%3c|' ?or |union(?:\s|%20|\+)+select|drop(?:\s|%20|\+)+table|\.\.[/\\]|\$\{|\\u0000|%00|%0[ad]/i
const ofOddHeaders: ReadonlySet<number> = new Set([400, 403, 406, 415, 416])

/**
 * Whether a rejection may come from a component in front of the service that does not know the contract: a parser or proxy that
 * rejects invalid or long HTTP, or a firewall or gateway that forbids what no normal client sends.
 */
export function mayBeRefusedInFront(exchange: Exchange): boolean {
  return mayBeRefusedByHttpLayer(exchange) || isRefusalOfGateway(exchange)
}

/** A gateway answers in its own words, and only to requests that are, or look, deliberately wrong. */
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
 * Whether no client of the interface sends such a request: it has a deliberate mistake, is larger than usual, or a parser,
 * firewall or gateway may consider it an attack.
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
