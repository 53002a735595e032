import { mayWrite, type Price } from './check-cost.ts'
import type { Check } from './check.ts'

export interface Ordering {
  readonly priceOf: (check: Check) => Price
  /** Whether the run may end before all checks are done: then first cases that must run alone do not wait for the end. */
  readonly isBounded?: boolean
  /** Whether its needs are met. Checks without their needs end immediately and are no first cases. */
  readonly isRunnable: (check: Check) => boolean
}

/**
 * The only order in which checks run: the first case of each requirement before the second of any (those that need an unchanged
 * target, then reads, then writes, the cheapest first); then the other cases, cheaper and rarer ones first; then checks that must
 * run alone, and last those that may lock the client out. A check whose records must be old at the end of the run comes before
 * all writes. Equal checks and prices give the same order.
 */
export function orderChecks(checks: readonly Check[], ordering: Ordering): readonly Check[] {
  const first = new Map(firstCases(checks, ordering).map(({ check }, rank) => [check, rank]))
  const further = pricesOfNews(checks, ordering)
  return checks
    .map((check) => ({
      check,
      stage: stageOf(check, { isFirstCase: first.has(check), isBounded: ordering.isBounded === true }),
      rank: first.get(check) ?? further.get(check) ?? 0,
    }))
    .toSorted((one, other) => one.stage - other.stage || one.rank - other.rank)
    .map(({ check }) => check)
}

/** All checks, the most informative per request first, whenever they run. */
export function byWorth(checks: readonly Check[], ordering: Ordering): readonly Check[] {
  const further = pricesOfNews(checks, ordering)
  const rest = checks.toSorted((one, other) => (further.get(one) ?? 0) - (further.get(other) ?? 0))
  return [...new Set([...firstCases(checks, ordering).map(({ check }) => check), ...rest])]
}

/** The parts of a run, one after another. */
function stageOf(check: Check, { isFirstCase, isBounded }: { isFirstCase: boolean; isBounded: boolean }): number {
  if (check.when === 'last') return 7
  if (check.serial && isFirstCase && isQuiet(check)) return 0
  if (check.serial) return isFirstCase && isBounded ? 4 : 6
  if (check.when === 'first') return 1
  if (!isFirstCase) return 5
  return mayWrite(check) ? 3 : 2
}

/**
 * Whether a check needs an unchanged target, to read alone without exhausting the limit. The other serial checks run at the end,
 * when the run has created the lists long.
 */
function isQuiet(check: Check): boolean {
  return check.serial && !mayWrite(check) && !check.needs.some((need) => need.startsWith('small-limit'))
}

export interface FirstCase {
  readonly check: Check
  /** The requests that it adds to those of the first cases before it. */
  readonly added: number
}

/** A check that may be a first case. */
interface Candidate {
  readonly check: Check
  readonly cases: readonly string[]
  readonly setUps: Price['setUps']
  /** Requirements that no case has come to before it. */
  news: number
  /** Requests that it would add. */
  added: number
}

/**
 * The cases that reach each requirement with the fewest requests, the cheapest first: each is the one that adds the fewest
 * requests per new requirement. A set-up of an earlier one costs nothing.
 */
export function firstCases(checks: readonly Check[], { priceOf, isRunnable }: Ordering): readonly FirstCase[] {
  const candidates = checks.filter(isRunnable).map((check) => candidateOf(check, priceOf(check)))
  const byCase = grouped(candidates, ({ cases }) => cases)
  const bySetUp = grouped(candidates, ({ setUps }) => [...setUps.keys()])
  const chosen: FirstCase[] = []
  for (;;) {
    const best = cheapestOf(candidates)
    if (best === undefined) return chosen
    chosen.push({ check: best.check, added: best.added })
    for (const id of best.cases) {
      for (const candidate of byCase.get(id) ?? []) candidate.news -= 1
      byCase.delete(id)
    }
    for (const [setUp, requests] of best.setUps) {
      for (const candidate of bySetUp.get(setUp) ?? []) candidate.added -= requests
      bySetUp.delete(setUp)
    }
  }
}

function candidateOf(check: Check, { own, setUps, silent }: Price): Candidate {
  const cases = casesOf(check).filter((id) => !silent.includes(id))
  const added = [...setUps.values()].reduce((sum, requests) => sum + requests, own)
  return { check, cases, setUps, news: cases.length, added }
}

function cheapestOf(candidates: readonly Candidate[]): Candidate | undefined {
  let best: Candidate | undefined
  for (const one of candidates)
    if (one.news > 0 && (best === undefined || one.added / one.news < best.added / best.news)) best = one
  return best
}

function grouped<Key>(
  candidates: readonly Candidate[],
  keysOf: (candidate: Candidate) => readonly Key[],
): Map<Key, Candidate[]> {
  const groups = new Map<Key, Candidate[]>()
  for (const candidate of candidates)
    for (const key of keysOf(candidate)) {
      const group = groups.get(key)
      if (group) group.push(candidate)
      else groups.set(key, [candidate])
    }
  return groups
}

/** The cost of each case relative to its likely information: the more cheaper cases its requirement has, the less is new. */
function pricesOfNews(checks: readonly Check[], { priceOf, isRunnable }: Ordering): ReadonlyMap<Check, number> {
  const seen = new Map<string, number>()
  const priced = checks.map((check) => ({ check, requests: Math.max(priceOf(check).beside, leastPrice) }))
  return new Map(
    priced
      .toSorted((one, other) => one.requests - other.requests)
      .map(({ check, requests }) => {
        if (!isRunnable(check)) return [check, Number.POSITIVE_INFINITY]
        const before = Math.min(...casesOf(check).map((id) => seen.get(id) ?? 0))
        for (const id of casesOf(check)) seen.set(id, (seen.get(id) ?? 0) + 1)
        return [check, requests * Math.sqrt(before + 1)]
      }),
  )
}

/** A check that only judges the answers of others is cheap but not free. */
const leastPrice = 0.5

/** The requirements that a check reaches, by its claims or by its traffic. */
function casesOf({ verifies, covers }: Check): readonly string[] {
  return [...new Set([...verifies, ...covers])]
}
