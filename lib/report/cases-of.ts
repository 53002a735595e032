import type { JournalRecord, Untested } from '../checks/journal.ts'
import { type Obstacle, type UntestedReason, notComeUp } from '../checks/errors.ts'
import { type EndpointId, endpoints } from '../service/interface/endpoint.ts'
import { endpointCasesOf } from '../service/interface/endpoint-cases.ts'
import { isPartial, type Effort } from '../config/configuration.ts'
import type { RequirementId } from '../contract/requirement.ts'
import type { ReportedCases } from './conformance-report.ts'
import { requestOf } from '../service/interface/request-of.ts'
import type { RunFacts } from './run-facts.ts'

/** The observations of one requirement, as far as its cases need them. */
export type SeenCases = Pick<JournalRecord, 'evaluations' | 'untested'> & {
  /** The checks that verify it. */
  readonly declared: readonly string[]
}

/** The cases of a requirement: each check that verifies it, and each endpoint whose answers it judges. */
export function casesOf(id: RequirementId, seen: SeenCases, run: RunFacts): ReportedCases {
  const looked = new Set(seen.evaluations.map((evaluations) => evaluations.case ?? evaluations.check))
  const elsewhere = new Set(seen.untested.filter(isNoCase).map(({ check }) => check))
  const missedChecks = seen.declared.filter((title) => !looked.has(title) && !elsewhere.has(title))
  const missedEndpoints = endpointCasesOf(id).filter((endpoint) => !looked.has(endpoint))
  const untested = [
    ...missedEndpoints.map((name) => ({ case: name, ...endpointObstacle(name, { id, seen, run }) })),
    ...missedChecks.map((title) => ({ case: title, ...checkObstacle(title, { id, seen, run }) })),
  ]
  return { known: looked.size + untested.length, looked: looked.size, untested }
}

/**
 * What did not occur is not a case, and neither is an optional feature that the service lacks: nothing would enable it. What
 * could be enabled is one.
 */
function isNoCase({ reason, cause }: Untested): boolean {
  return cause !== undefined && (cause === notComeUp.cause || reason === 'capability-absent')
}

interface Circumstances {
  readonly id: RequirementId
  readonly seen: SeenCases
  readonly run: RunFacts
}

function checkObstacle(title: string, { seen, run }: Circumstances): Obstacle {
  const told = mostTelling(seen.untested.filter(({ check }) => check === title))
  const unrun: Obstacle = { reason: 'blocked', cause: 'the check ended before its claim; see problems' }
  return told ?? notSelected(run) ?? notReached(run) ?? leftOutBy(run.target.effort) ?? unrun
}

function endpointObstacle(endpoint: EndpointId, { seen, run }: Circumstances): Obstacle {
  if (run.target.mode === 'read-only' && endpoints[endpoint].method !== 'GET')
    return { reason: 'writes-not-allowed', needs: 'write', remedy: 'allow writes (--allow-writes)' }
  const nothing: Obstacle = {
    reason: 'missing-fixture',
    cause: `no response of ${requestOf(endpoint)} contained the fields of this rule; create a record that has them`,
  }
  return notSelected(run) ?? notReached(run) ?? mostTelling(covering(seen)) ?? nothing
}

/** Why the checks that produce traffic for a requirement, without verifying it, did not produce it. */
function covering({ declared, untested }: SeenCases): readonly Untested[] {
  const verifying = new Set(declared)
  return untested.filter(({ check }) => !verifying.has(check))
}

/** In a run with a selection, a case without a reason was excluded by it. */
export function notSelected({ selected, shard, missingShards, target: { effort } }: RunFacts): Obstacle | undefined {
  if (selected === undefined) return undefined
  // Merged shards of the lowest effort together have no check for it.
  if (effort === 'smoke' && missingShards !== undefined) return leftOutBy(effort)
  const isPartOfMore = shard !== undefined || (missingShards ?? []).length > 0
  const others = isPartOfMore ? 'merge all shards' : 'run without --only'
  return { reason: 'not-selected', remedy: effort === 'smoke' ? `${others}, with ${moreEffort}` : others }
}

const moreEffort = '--effort standard or thorough'

/** The reason of cases that an effort omits. */
function leftOutBy(effort: Effort): Obstacle | undefined {
  if (!isPartial(effort)) return undefined
  return { reason: 'not-selected', remedy: `use ${moreEffort}` }
}

/** In a run that did not finish, a case without a reason was not reached. */
export function notReached({ error }: RunFacts): Obstacle | undefined {
  return error === undefined ? undefined : { reason: 'blocked', cause: 'the run ended before this check; see problems' }
}

const telling: Readonly<Record<UntestedReason, number>> = {
  blocked: 0,
  'missing-control': 1,
  'missing-fixture': 1,
  'capability-absent': 2,
  'writes-not-allowed': 3,
  'traces-not-allowed': 4,
  deadline: 5,
  'rate-limited': 5,
  'not-selected': 6,
  'not-written': 7,
}

function countNeeds({ needs = '' }: Obstacle): number {
  return needs.split(' ').length
}

/** The most helpful of several reasons why nothing was evaluated, and the one that needs the least; `undefined` if there is none. */
export function mostTelling(events: readonly Untested[]): Obstacle | undefined {
  const [first] = [...events].sort(
    (one, other) => telling[one.reason] - telling[other.reason] || countNeeds(one) - countNeeds(other),
  )
  if (!first) return undefined
  const { requirement: _, check: __, isConsequence: ___, ...obstacle } = first
  const blockedBy = new Set(
    events.filter((event) => event.reason === first.reason).flatMap((event) => event.blockedBy ?? []),
  )
  return blockedBy.size === 0 ? obstacle : { ...obstacle, blockedBy: [...blockedBy] }
}
