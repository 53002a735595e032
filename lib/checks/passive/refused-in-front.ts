import type { Exchange } from '../../client/exchange.ts'

const refusals: ReadonlySet<number> = new Set([400, 408, 413, 414, 431])
const longestPath = 2_000
const longestHeader = 4_000
/** Common bounds of proxies and of readers of JSON: a file may be larger. */
const largestBody = 1_000_000
const largestJson = 65_536
const visible = /^[\x20-\x7e\t]*$/
/** RFC 3986 has no other characters in a path or a query; some servers let none of them pass. */
const writtenPath = /^[\w\-.~:/?#@!$&'()*+,;=%]*$/

/**
 * Whether a refusal may come from what stands in front of the service and knows nothing of the contract: a parser or proxy
 * that refuses what HTTP does not allow or what is too long, or a firewall that forbids what no honest client sends.
 */
export function mayBeRefusedInFront(exchange: Exchange): boolean {
  return mayBeRefusedByHttpLayer(exchange) || mayBeRefusedByFirewall(exchange)
}

/** A firewall answers with a page of its own, and only to what is sent on purpose to be refused, or looks as if encoded twice. */
function mayBeRefusedByFirewall({ status, json, broken, request }: Exchange): boolean {
  return status === 403 && json === undefined && (broken !== undefined || request.path.includes('%25'))
}

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
