import type { ReportedCoverage } from '../report/conformance-report.ts'
import type { CoverageDrift } from './comparison.ts'

type Sort = CoverageDrift['sort']

/** Endpoints, statuses, fields and values of enumerations that only one of the runs came across. */
export function coverageDrift(old: ReportedCoverage, now: ReportedCoverage): CoverageDrift[] {
  const [then, today] = [namesIn(old), namesIn(now)]
  const sorts: readonly Sort[] = ['endpoint', 'status', 'field', 'value']
  return sorts.flatMap((sort) => [
    ...[...today[sort].difference(then[sort])].map((name): CoverageDrift => ({ sort, name, change: 'appeared' })),
    ...[...then[sort].difference(today[sort])].map((name): CoverageDrift => ({ sort, name, change: 'disappeared' })),
  ])
}

function namesIn({ endpoints, fields, enumValues }: ReportedCoverage): Readonly<Record<Sort, ReadonlySet<string>>> {
  const statuses = endpoints.flatMap((row) => row.statuses.map((status) => `${row.endpoint} ${status}`))
  return {
    endpoint: new Set(endpoints.map(({ endpoint }) => endpoint)),
    status: new Set(statuses),
    field: new Set(fields.map(({ schema, field }) => `${schema}.${field}`)),
    value: new Set(enumValues.map(({ schema, field, value }) => `${schema}.${field} = ${value}`)),
  }
}
