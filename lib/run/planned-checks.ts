import { isPartial, type Configuration } from '../config/configuration.ts'
import { measuredCost, priceOf, sharedCosts, type Expense } from './check-cost.ts'
import { byWorth, firstCases, orderChecks, type Ordering } from './check-order.ts'
import type { Check } from './check.ts'
import { plannedRequests, requestBound } from './request-bound.ts'
import type { Session } from './session.ts'
import { unmetNeed } from './unmet-need.ts'

/** The share of a run's requests that is planned: another target may need a few more to learn its dialect. */
const plannedPart = 0.95

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
  const atTheEnd = firstCases(planned, ordering).filter(({ check }) => check.when === 'last')
  const bound = requestBound(configuration)
  if (bound !== undefined && atTheEnd.length > 0)
    session.budget.keep(atTheEnd.reduce((sum, { added }) => sum + added, Math.min(moreThanExpected, bound / 100)))
  return planned
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
    isBounded: configuration.maxRequests !== undefined || configuration.deadlineSeconds !== undefined,
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
  const most = plannedRequests[effort][mode] * plannedPart - shared
  const worth = effort === 'smoke' ? firstCases(checks, ordering).map(({ check }) => check) : byWorth(checks, ordering)
  const affordable = affordableOf(worth, { most, ordering })
  return ordered.filter((check) => affordable.has(check))
}

/** Those that fit into this many requests, in order; a set-up of an earlier one costs nothing. */
function affordableOf(
  checks: readonly Check[],
  { most, ordering }: { readonly most: number; readonly ordering: Ordering },
): ReadonlySet<Check> {
  const made = new Set<number>()
  let left = most
  return new Set(
    checks.filter((check) => {
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
