import { endpointCasesOf } from '../../contract/endpoint-cases.ts'
import { endpointIds } from '../../contract/endpoint.ts'
import type { ReportedRequirement } from '../conformance-report.ts'

/** The endpoints that a requirement was evaluated at, and those where it is yet to be. */
export function endpointsOf({ id, evidence, cases }: ReportedRequirement): readonly string[] {
  const seen = new Set([
    ...(evidence?.endpoints ?? []),
    ...endpointCasesOf(id),
    ...cases.untested.map((one) => one.case),
  ])
  return endpointIds.filter((endpoint) => seen.has(endpoint))
}
