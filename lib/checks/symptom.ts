import type { Exchange } from '../client/exchange.ts'
import { endpoints, type EndpointId } from '../contract/endpoint.ts'
import type { RequirementId } from '../contract/requirement.ts'
import { endpointOf } from './passive/endpoint-of.ts'
import type { Criterion, Symptom } from './finding.ts'
import { staleRead } from './stale-read.ts'

/** Rules that are checked on every list separately: a violation on one list is no reason to excuse another. */
const judgedOfEachList: ReadonlySet<RequirementId> = new Set(['PAGE-15', 'PAGE-16', 'PAGE-17', 'PAGE-18'])

interface Evidence {
  readonly requirement: RequirementId
  /** What led to the claim; what it judges comes last. */
  readonly exchanges: readonly Exchange[]
  readonly trail?: readonly Exchange[]
  /** Whether the trail is what led to the claim, and all of it. */
  readonly isTrailStated?: boolean
  readonly prepared?: readonly Exchange[]
  readonly beside?: readonly Exchange[]
  readonly criterion?: Criterion
}

export function symptomOf({
  requirement,
  exchanges,
  trail = [],
  isTrailStated,
  prepared = [],
  beside = [],
  criterion,
}: Evidence): Symptom {
  const led = isTrailStated === true ? trail : [...prepared, ...trail, ...beside]
  const refusals = [...led, ...exchanges].map(({ status }) => status).filter(isRefusal)
  const judged = exchanges.at(-1)?.status
  const fields = criterion === undefined ? undefined : fieldsOf(criterion)
  const pagesOf = judgedOfEachList.has(requirement) || isOfPages(criterion) ? listIn(exchanges) : undefined
  const list = listIn(exchanges.slice(-1))
  const stale = staleRead([...led, ...exchanges], exchanges.at(-1))
  return {
    ...(judged !== undefined && isRefusal(judged) ? { refusal: judged } : {}),
    refusals: [...new Set(refusals)].sort((one, other) => one - other),
    ...(fields === undefined ? {} : { fields }),
    ...(pagesOf === undefined ? {} : { pagesOf }),
    ...(list === undefined ? {} : { list }),
    ...(stale === undefined ? {} : { stale }),
  }
}

/**
 * Whether what one violation shows can be why another shows: a refusal explains only what was found after such a refusal, a field
 * that is not as it should be explains no other field, and the pages of one list explain nothing of another. Where the symptoms do
 * not tell, it can.
 */
export function canExplain(cause: Symptom | undefined, found: Symptom | undefined): boolean {
  if (cause === undefined || found === undefined) return true
  if (cause.refusal !== undefined && !found.refusals.includes(cause.refusal)) return false
  const list = found.pagesOf ?? found.list
  if (cause.pagesOf !== undefined && list !== undefined && cause.pagesOf !== list) return false
  return cause.fields?.some((field) => found.fields?.includes(field) ?? true) ?? true
}

/** The list that was asked for last. */
function listIn(exchanges: readonly Exchange[]): EndpointId | undefined {
  return exchanges.map(endpointOf).findLast((id) => id !== undefined && 'list' in endpoints[id])
}

function isOfPages(criterion: Criterion | undefined): boolean {
  return criterion?.kind === 'page' || criterion?.kind === 'pagination'
}

function isRefusal(status: number): boolean {
  return status >= 400
}

function fieldsOf(criterion: Criterion): readonly string[] | undefined {
  if (criterion.kind === 'same') return criterion.fields?.map(outermost)
  if (criterion.kind === 'each') return [outermost(criterion.field)]
  return criterion.kind === 'field' ? [outermost(criterion.name)] : undefined
}

/** A record with another name of its creator and one with another creator differ in the same field. */
function outermost(path: string): string {
  return path.split('.').find((part) => part !== '') ?? path
}
