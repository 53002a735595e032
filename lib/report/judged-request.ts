import type { ExchangeSummary } from '../client/summarize-exchange.ts'
import type { Finding } from '../checks/finding.ts'

/** Method and path of a request, without the base URL. */
export function requestLine({ method, url }: ExchangeSummary, baseUrl: string): string {
  const path = url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url
  return `${method} ${path === '' ? '/' : path}`
}

/** The request whose answer was judged, the last of a finding; `undefined` where it names none. */
export function judgedRequest(finding: Pick<Finding, 'exchanges'>, baseUrl: string): string | undefined {
  const exchange = finding.exchanges.at(-1)
  return exchange && requestLine(exchange, baseUrl)
}
