import { mayWrite } from './check-cost.ts'
import type { Check } from './check.ts'
import { casesOf, firstCases, grouped, type Pricing } from './first-cases.ts'

export interface Ordering extends Pricing {
  /** Whether the run may end before all checks are done: then first cases that must run alone do not wait for the end. */
  readonly isBounded?: boolean
}

/**
 * The only order in which checks run: the first case of each requirement that only reads (those that need an unchanged target come
 * first), then the checks that tell the most per request, then those that must run alone, and last those that may lock the client
 * out. If the run may end early, the first cases that write come before all other cases too. A check whose records must be old at
 * the end of the run comes before all writes. Equal checks and prices give the same order.
 */
export function orderChecks(checks: readonly Check[], ordering: Ordering): readonly Check[] {
  const isBounded = ordering.isBounded === true
  const first = firstCases(checks, ordering).map(({ check }) => check)
  const isFirst = new Set(first)
  const stages = Map.groupBy([...first, ...checks.filter((check) => !isFirst.has(check))], (check) =>
    stageOf(check, { isFirstCase: isFirst.has(check), isBounded, creates: ordering.priceOf(check).creates }),
  )
  const order = new InformationOrder(checks, ordering)
  return [...stages.keys()]
    .toSorted((one, other) => one - other)
    .flatMap((stage) => (stage < furtherCases ? order.append(stages.get(stage)) : order.sorted(stages.get(stage))))
}

/** All checks, the most informative per request first, whenever they run. */
export function byWorth(checks: readonly Check[], ordering: Ordering): readonly Check[] {
  const first = firstCases(checks, ordering).map(({ check }) => check)
  const order = new InformationOrder(checks, ordering)
  const isFirst = new Set(first)
  return [...order.append(first), ...order.sorted(checks.filter((check) => !isFirst.has(check)))]
}

/** What decides the part of the run. */
interface Place {
  readonly isFirstCase: boolean
  readonly isBounded: boolean
  readonly creates: boolean
}

/** The parts of a run, one after another. */
function stageOf(check: Check, { isFirstCase, isBounded, creates }: Place): number {
  if (check.when === 'last') return 7
  if (isFirstCase && !creates && isQuiet(check)) return 0
  if (check.serial) return isFirstCase && isBounded ? 4 : 6
  if (check.when === 'first') return 1
  if (!isFirstCase) return furtherCases
  if (mayWrite(check)) return isBounded ? 3 : furtherCases
  return 2
}

/** The part in which the checks that tell the most per request come first. */
const furtherCases = 5

/**
 * Whether a check needs an unchanged target, to read alone without exhausting the limit. The other serial checks run at the end,
 * when the run has created the lists long.
 */
function isQuiet(check: Check): boolean {
  return check.serial && !mayWrite(check) && !check.needs.some((need) => need.startsWith('small-limit'))
}

/** What a check tells, and what it costs at this point of the order. */
interface Worth {
  readonly check: Check
  readonly ids: readonly string[]
  readonly own: number
  readonly setUps: ReadonlyMap<number, number>
  /** An upper bound: cases chosen since may have told a part of it. */
  perRequest: number
}

/**
 * Orders checks by what they tell per request. A case tells the less of a requirement, the more cases of it came before. A set-up
 * that is not made yet counts for the check that would make it, and less if many other checks use it too.
 */
class InformationOrder {
  readonly #worths: ReadonlyMap<Check, Worth>
  readonly #bySetUp: Map<number, Worth[]>
  readonly #cases = new Map<string, number>()
  readonly #made = new Set<number>()

  constructor(checks: readonly Check[], { priceOf, isRunnable }: Pricing) {
    const worths = checks.filter(isRunnable).map((check): Worth => {
      const { own, setUps, silent } = priceOf(check)
      return { check, ids: casesOf(check).filter((id) => !silent.includes(id)), own, setUps, perRequest: 0 }
    })
    this.#worths = new Map(worths.map((worth) => [worth.check, worth]))
    this.#bySetUp = grouped(worths, ({ setUps }) => [...setUps.keys()])
    for (const worth of worths) worth.perRequest = this.#perRequest(worth)
  }

  /** Notes that these checks come next, as they are ordered. */
  append(checks: readonly Check[] = []): readonly Check[] {
    for (const check of checks) this.#choose(this.#worths.get(check))
    return checks
  }

  /** The next checks, the most telling first. Those that cannot run come last: they end immediately. */
  sorted(checks: readonly Check[] = []): readonly Check[] {
    const left = new Set(checks.map((check) => this.#worths.get(check)).filter((worth) => worth !== undefined))
    const ordered: Check[] = []
    for (let next = this.#mostTelling(left); next; next = this.#mostTelling(left)) {
      left.delete(next)
      this.#choose(next)
      ordered.push(next.check)
    }
    return [...ordered, ...checks.filter((check) => !this.#worths.has(check))]
  }

  #choose(chosen: Worth | undefined): void {
    const { ids = [], setUps = new Map<number, number>() } = chosen ?? {}
    for (const id of ids) this.#cases.set(id, this.#casesBefore(id) + 1)
    for (const setUp of setUps.keys()) {
      if (this.#made.has(setUp)) continue
      this.#made.add(setUp)
      for (const worth of this.#bySetUp.get(setUp) ?? []) worth.perRequest = this.#perRequest(worth)
    }
  }

  /** Each chosen case lowers what others tell: that is computed again only for a check that would be next. */
  #mostTelling(worths: ReadonlySet<Worth>): Worth | undefined {
    let most: Worth | undefined
    for (const worth of worths) {
      if (worth.perRequest <= (most?.perRequest ?? -1)) continue
      worth.perRequest = this.#perRequest(worth)
      if (worth.perRequest > (most?.perRequest ?? -1)) most = worth
    }
    return most
  }

  #casesBefore(id: string): number {
    return this.#cases.get(id) ?? 0
  }

  #perRequest({ ids, own, setUps }: Worth): number {
    const told = ids.reduce((sum, id) => sum + 1 / (this.#casesBefore(id) + 1), 0)
    const unmade = [...setUps].filter(([setUp]) => !this.#made.has(setUp))
    const requests = unmade.reduce((sum, [setUp, cost]) => sum + cost / Math.sqrt(this.#usersOf(setUp)), own)
    return told / Math.max(requests, leastPrice)
  }

  #usersOf(setUp: number): number {
    return this.#bySetUp.get(setUp)?.length ?? 1
  }
}

/** A check that only judges the answers of others is cheap but not free. */
const leastPrice = 0.5
