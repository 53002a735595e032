import type { ReportedFinding } from './conformance-report.ts'

/** Method and path of the request whose answer was judged, without the base URL; `undefined` where a finding names none. */
export function judgedRequest(finding: ReportedFinding, baseUrl: string): string | undefined {
  const exchange = finding.exchanges?.at(-1)
  if (!exchange) return undefined
  const path = exchange.url.startsWith(baseUrl) ? exchange.url.slice(baseUrl.length) : exchange.url
  return `${exchange.method} ${path === '' ? '/' : path}`
}
