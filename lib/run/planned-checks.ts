import { isPartial, type Configuration } from '../config/configuration.ts'
import { measuredCost, priceOf, sharedCosts, type Expense } from './check-cost.ts'
import { byWorth, orderChecks, type Ordering } from './check-order.ts'
import { firstCases, idleAmong } from './first-cases.ts'
import type { Check } from './check.ts'
import { plannedRequests, requestBound } from './request-bound.ts'
import type { Session } from './session.ts'
import { unmetNeed } from './unmet-need.ts'

/** The share of a run's requests that is planned: another target may need a few more to learn its dialect. A smoke run ends by its budget. */
const plannedPart = { smoke: 1.01, quick: 0.95 } as const

/**
 * The checks of a run, in order: all of them, or with a lower effort those that its request limit allows. A selection runs all
 * its checks with every effort but the lowest.
 */
export function plannedChecks(
  checks: readonly Check[],
  session: Session,
  isDealt: (check: Check) => boolean = () => true,
): readonly Check[] {
  const { configuration } = session
  const ordering = orderingOf(session)
  const planned = planChecks(checks, configuration, ordering).filter(isDealt)
  const atTheEnd = new Set(endOf(planned))
  const kept = firstCases(planned, ordering).filter(({ check }) => atTheEnd.has(check))
  const bound = requestBound(configuration)
  if (bound !== undefined && kept.length > 0) {
    const requests = kept.reduce((sum, { added }) => sum + added, Math.min(moreThanExpected, Math.floor(bound / 600)))
    session.budget.keep(requests, new Set(kept.map(({ check }) => check.title)))
  }
  return planned
}

/** The checks that run when those that run side by side are done. */
function endOf(planned: readonly Check[]): readonly Check[] {
  return planned.slice(planned.findLastIndex(({ serial, when }) => !serial && when !== 'last') + 1)
}

/** All checks in the order of a run, whatever its effort omits. */
export function orderedChecks(checks: readonly Check[], session: Session): readonly Check[] {
  return orderChecks(checks, orderingOf(session))
}

function orderingOf(session: Session): Ordering & { readonly isBounded: boolean } {
  const { configuration } = session
  return {
    priceOf: (check) => priceOf(check, configuration),
    isRunnable: ({ needs }) => needs.every((need) => unmetNeed(need, session) === undefined),
    isBounded: requestBound(configuration) !== undefined || configuration.deadlineSeconds !== undefined,
  }
}

/** Requests that running checks may send beyond their expected number. */
const moreThanExpected = 24

/** The same of a run that is foreseen. */
export function planChecks(
  checks: readonly Check[],
  run: Expense & Pick<Configuration, 'only' | 'rerun'>,
  which: Pick<Ordering, 'isRunnable' | 'isBounded'>,
): readonly Check[] {
  const ordering = { priceOf: (check: Check) => priceOf(check, run), ...which }
  const ordered = orderChecks(checks, ordering)
  const { effort, mode, only, rerun } = run
  if (!isPartial(effort)) return ordered
  if (effort === 'quick' && (only ?? rerun) !== undefined) return ordered
  const shared = sharedCosts.reduce((sum, name) => sum + (measuredCost(name, run)?.requests ?? 0), 0)
  const most = plannedRequests[effort][mode] * plannedPart[effort] - shared
  const affordable =
    effort === 'smoke'
      ? affordableFirstCases(checks, { most, ordering })
      : affordableOf(byWorth(checks, ordering), { most, ordering })
  return ordered.filter((check) => affordable.has(check))
}

interface Means {
  readonly most: number
  readonly ordering: Ordering
}

/** First cases without those that later ones make idle: what they would have sent is left for others. */
function affordableFirstCases(checks: readonly Check[], means: Means): ReadonlySet<Check> {
  let worth = firstCases(checks, means.ordering).map(({ check }) => check)
  for (;;) {
    const affordable = affordableOf(worth, means)
    const idle = new Set(idleAmong(affordable, means.ordering))
    if (idle.size === 0) return affordable
    worth = worth.filter((check) => !idle.has(check))
  }
}

/** Those that fit into this many requests, in order; a set-up of an earlier one costs nothing. */
function affordableOf(checks: readonly Check[], { most, ordering }: Means): ReadonlySet<Check> {
  const made = new Set<number>()
  let left = most
  return new Set(
    checks.filter((check) => {
      // It sends nothing, and says what it needs.
      if (!ordering.isRunnable(check)) return true
      const { own, setUps } = ordering.priceOf(check)
      const unmade = [...setUps].filter(([setUp]) => !made.has(setUp))
      const added = unmade.reduce((sum, [, requests]) => sum + requests, own)
      if (added > left) return false
      left -= added
      for (const [setUp] of unmade) made.add(setUp)
      return true
    }),
  )
}
