import { mayWrite, type Price } from './check-cost.ts'
import type { Check } from './check.ts'

export interface Ordering {
  readonly priceOf: (check: Check) => Price
  /** Whether the run may end before all is done: then first cases that must be alone do not wait for the end. */
  readonly isBounded?: boolean
  /** Whether what it needs is there. Those of which that is not so end at once, and are nobody's first case. */
  readonly isRunnable: (check: Check) => boolean
}

/**
 * The one order in which checks run, by what their requests tell: the first case of each requirement before the second of any, those
 * that need the quiet before the run makes anything, then reads before writes, the cheapest first; then the other cases, the cheaper
 * and the fewer of their requirement before them, the sooner; then what must be alone, and last what may lock the client out. What is
 * to be old by the end of the run comes before all that writes. The same checks and prices have the same order.
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

/** All checks, those first that tell most for each request, whenever they run. */
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

/** Whether a check needs the quiet, to read alone and without spending the limit. The others of its kind find lists at the end that the run has made long. */
function isQuiet(check: Check): boolean {
  return check.serial && !mayWrite(check) && !check.needs.some((need) => need.startsWith('small-limit'))
}

export interface FirstCase {
  readonly check: Check
  /** Requests that it adds to those of the first cases before it. */
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
 * The cases that come to each requirement for the fewest requests, the cheapest first: each is the one that adds the least for what it
 * comes to anew. A set-up that one of them has made costs the next nothing.
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

/** What each case costs beside what it is likely to tell: the more cases of its requirement are cheaper, the less is new. */
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

/** What looks at the answers of others alone is cheap, and not for nothing. */
const leastPrice = 0.5

/** The requirements that a check comes to, by what it claims or by the traffic that it makes. */
function casesOf({ verifies, covers }: Check): readonly string[] {
  return [...new Set([...verifies, ...covers])]
}
