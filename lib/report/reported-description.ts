import type { Coverage } from '../checks/journal.ts'
import type { DescribedDialect } from '../config/described-dialect.ts'
import { isRecord } from '../contract/is-record.ts'
import type { RequirementId } from '../contract/requirement.ts'

/** Where the target's description differs from the contract: it promises `less`, something `other`, `more`, or defines an `open` point. */
export interface ReportedDifference {
  readonly kind: 'less' | 'other' | 'more' | 'open'
  readonly requirement?: RequirementId
  readonly what: string
  readonly expected: string
  readonly described: string
  /** `GET /v1/public/products`. */
  readonly places: readonly string[]
}

/** The target's own OpenAPI description, as the run found it. */
export interface ReportedDescription {
  readonly source: string
  /** Of OpenAPI. */
  readonly version: string
  /** How the target contradicted its description, one sentence each. */
  readonly contradictions: readonly string[]
  readonly differences: readonly ReportedDifference[]
}

/** A description that was read before a run. */
export interface DescriptionRead extends Pick<ReportedDescription, 'version' | 'differences'> {
  readonly described: DescribedDialect
}

interface Seen {
  readonly dialect: Readonly<Record<string, unknown>>
  readonly coverage: Pick<Coverage, 'endpoints'>
}

/** The part of the report about a description, after the run has seen the target. */
export function reportedDescription(
  { described, version, differences }: DescriptionRead,
  { dialect, coverage }: Seen,
): ReportedDescription {
  const names = Object.entries(dialect).flatMap(([name, found]) =>
    isContradicted(found) ? [`${name}: ${found.contradicts}`] : [],
  )
  return {
    source: described.source,
    version,
    contradictions: [...names, ...coverage.endpoints.flatMap((row) => otherStatuses(described, row))],
    differences,
  }
}

function isContradicted(found: unknown): found is { readonly contradicts: string } {
  return isRecord(found) && typeof found['contradicts'] === 'string'
}

/** Successful statuses of an endpoint that its description lacks. */
function otherStatuses(
  { successes }: DescribedDialect,
  { endpoint, method, path, statuses }: Coverage['endpoints'][number],
): readonly string[] {
  const named = Object.entries(successes).find(([id]) => id === endpoint)?.[1] ?? []
  const others = statuses.filter(
    (status) => status >= 200 && status < 300 && !named.some((one) => one === `${status}` || /^2XX$/i.test(one)),
  )
  if (named.length === 0 || others.length === 0) return []
  return [`${method} ${path}: the description says ${named.join(', ')}, and the target answered ${others.join(', ')}`]
}
