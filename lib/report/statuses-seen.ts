import type { Coverage } from '../checks/journal.ts'
import type { ReportedCoverage } from './conformance-report.ts'

/** Each status that the target answered, with the endpoints that answered it. */
export function statusesSeen(endpoints: Coverage['endpoints']): ReportedCoverage['statuses'] {
  const rows = endpoints.flatMap(({ endpoint, statuses }) => statuses.map((status) => ({ status, endpoint })))
  return [...Map.groupBy(rows, ({ status }) => status)]
    .map(([status, seen]) => ({ status, endpoints: [...new Set(seen.map(({ endpoint }) => endpoint))] }))
    .sort((one, other) => one.status - other.status)
}
