import { measuredCost, priceOf, sharedCosts, type Expense } from './check-cost.ts'
import { firstCases, orderChecks, type Ordering } from './check-order.ts'
import type { Check } from './check.ts'
import { smokeRequests } from './request-bound.ts'
import type { Session } from './session.ts'
import { unmetNeed } from './unmet-need.ts'

/** What part of the requests of a smoke run is planned with: another target may take a few more to tell its dialect. */
const plannedPart = 0.95

/** The checks that a run makes, in its order: all of them, or with the least effort the first cases that its requests allow. */
export function plannedChecks(checks: readonly Check[], session: Session): readonly Check[] {
  const isRunnable = ({ needs }: Check): boolean => needs.every((need) => unmetNeed(need, session) === undefined)
  const { maxRequests, deadlineSeconds } = session.configuration
  const isBounded = maxRequests !== undefined || deadlineSeconds !== undefined
  const planned = planChecks(checks, session.configuration, { isRunnable, isBounded })
  const priced = { priceOf: (check: Check) => priceOf(check, session.configuration), isRunnable }
  const atTheEnd = firstCases(planned, priced).filter(({ check }) => check.when === 'last')
  if (isBounded && atTheEnd.length > 0)
    session.budget.keep(atTheEnd.reduce((sum, { added }) => sum + added, moreThanExpected))
  return planned
}

/** Requests that checks under way may send beyond what they are expected to. */
const moreThanExpected = 24

/** The same of a run that is foreseen. */
export function planChecks(
  checks: readonly Check[],
  run: Expense,
  which: Pick<Ordering, 'isRunnable' | 'isBounded'>,
): readonly Check[] {
  const ordering = { priceOf: (check: Check) => priceOf(check, run), ...which }
  const ordered = orderChecks(checks, ordering)
  if (run.effort !== 'smoke') return ordered
  const affordable = new Set(affordableFirstCases(checks, run, ordering))
  return ordered.filter((check) => affordable.has(check))
}

function affordableFirstCases(checks: readonly Check[], run: Expense, ordering: Ordering): readonly Check[] {
  const shared = sharedCosts.reduce((sum, name) => sum + (measuredCost(name, run)?.requests ?? 0), 0)
  let left = smokeRequests[run.mode] * plannedPart - shared
  return firstCases(checks, ordering).flatMap(({ check, added }) => {
    left -= added
    return left >= 0 ? [check] : []
  })
}
