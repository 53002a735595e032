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
  const news = new News(checks, ordering)
  return [...stages.keys()]
    .toSorted((one, other) => one - other)
    .flatMap((stage) => (stage < furtherCases ? news.keep(stages.get(stage)) : news.order(stages.get(stage))))
}

/** All checks, the most informative per request first, whenever they run. */
export function byWorth(checks: readonly Check[], ordering: Ordering): readonly Check[] {
  const first = firstCases(checks, ordering).map(({ check }) => check)
  const news = new News(checks, ordering)
  const isFirst = new Set(first)
  return [...news.keep(first), ...news.order(checks.filter((check) => !isFirst.has(check)))]
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

export interface FirstCase {
  readonly check: Check
  /** The requests that it adds to those of the first cases before it. */
  readonly added: number
}

/** A check that may be a first case. */
interface Candidate {
  readonly check: Check
  readonly own: number
  /** The set-ups that no case before it has made. */
  readonly unmade: Map<number, number>
  /** Requirements that no case before it has come to. */
  readonly news: Set<string>
}

/** Cases that share what must still be set up: together they pay for it. */
interface Bundle {
  readonly chosen: readonly Candidate[]
  /** Requests for each requirement that they newly come to. */
  readonly price: number
}

/**
 * The cases that reach each requirement with the fewest requests, the cheapest first. The next ones are those that add the fewest
 * requests per new requirement: one case, or several with the same set-up. A set-up of an earlier one costs nothing.
 */
export function firstCases(checks: readonly Check[], { priceOf, isRunnable }: Ordering): readonly FirstCase[] {
  const groups = new Groups(checks.filter(isRunnable).map((check) => candidateOf(check, priceOf(check))))
  const chosen: FirstCase[] = []
  for (;;) {
    const best = groups.cheapest()
    if (best === undefined) return chosen
    for (const candidate of best.chosen) {
      chosen.push({ check: candidate.check, added: candidate.own + setUpOf(candidate) })
      groups.choose(candidate)
    }
  }
}

function candidateOf(check: Check, price: Price): Candidate {
  return { check, own: price.own, unmade: new Map(price.setUps), news: new Set(reachOf(check, price)) }
}

/** The requirements that a check will probably evaluate, by its claims or by its traffic. */
function reachOf(check: Check, { silent, judged }: Price): readonly string[] {
  return [...casesOf(check).filter((id) => !silent.includes(id)), ...judged]
}

/** Checks of which the others come to every requirement, the dearest first: without all of them, none of it is missing. */
export function idleAmong(checks: Iterable<Check>, { priceOf }: Pick<Ordering, 'priceOf'>): readonly Check[] {
  const reached = [...checks].map((check) => ({ check, price: priceOf(check), ids: reachOf(check, priceOf(check)) }))
  const counts = new Map<string, number>()
  const count = (ids: readonly string[], by: number): void => {
    for (const id of new Set(ids)) counts.set(id, (counts.get(id) ?? 0) + by)
  }
  for (const { ids } of reached) count(ids, 1)
  return reached
    .toSorted((one, other) => other.price.own - one.price.own)
    .filter(({ ids }) => {
      const isIdle = ids.every((id) => (counts.get(id) ?? 0) > 1)
      if (isIdle) count(ids, -1)
      return isIdle
    })
    .map(({ check }) => check)
}

/** Candidates by what must be set up for them, and the best bundle of each group. */
class Groups {
  readonly #byCase: Map<string, Candidate[]>
  readonly #bySetUp: Map<number, Candidate[]>
  readonly #members = new Map<string, Set<Candidate>>()
  /** Those that are still right. */
  readonly #bundles = new Map<string, Bundle>()

  constructor(candidates: readonly Candidate[]) {
    this.#byCase = grouped(candidates, ({ news }) => [...news])
    this.#bySetUp = grouped(candidates, ({ unmade }) => [...unmade.keys()])
    for (const candidate of candidates) if (candidate.news.size > 0) this.#enter(candidate)
  }

  cheapest(): Bundle | undefined {
    let best: Bundle | undefined
    for (const [key, members] of this.#members) {
      const bundle = this.#bundles.get(key) ?? bundleOf(members)
      this.#bundles.set(key, bundle)
      if (bundle.price < (best?.price ?? Number.POSITIVE_INFINITY)) best = bundle
    }
    return best
  }

  /** Notes that a case is among the first ones: its requirements are no news, and its set-ups are made. */
  choose({ news, unmade }: Candidate): void {
    for (const id of news)
      for (const candidate of this.#byCase.get(id) ?? []) this.#change(candidate, () => candidate.news.delete(id))
    for (const setUp of unmade.keys())
      for (const candidate of this.#bySetUp.get(setUp) ?? [])
        this.#change(candidate, () => candidate.unmade.delete(setUp))
  }

  /** Changes a candidate, which may then belong to another group, or to none. */
  #change(candidate: Candidate, change: () => void): void {
    const key = keyOf(candidate)
    this.#members.get(key)?.delete(candidate)
    this.#bundles.delete(key)
    change()
    if (candidate.news.size > 0) this.#enter(candidate)
  }

  #enter(candidate: Candidate): void {
    const key = keyOf(candidate)
    this.#members.set(key, (this.#members.get(key) ?? new Set()).add(candidate))
    this.#bundles.delete(key)
  }
}

function keyOf({ unmade }: Candidate): string {
  return [...unmade.keys()].join()
}

/** The members that come to the most for the fewest requests: each further one lowers the price. */
function bundleOf(members: ReadonlySet<Candidate>): Bundle {
  const chosen: Candidate[] = []
  const covered = new Set<string>()
  let price = Number.POSITIVE_INFINITY
  const [any] = members
  let requests = any ? setUpOf(any) : 0
  for (;;) {
    const next = cheapestOf(members, covered)
    if (next === undefined) return { chosen, price }
    requests += next.own
    for (const id of next.news) covered.add(id)
    if (requests / covered.size >= price) return { chosen, price }
    price = requests / covered.size
    chosen.push(next)
  }
}

function setUpOf({ unmade }: Candidate): number {
  return [...unmade.values()].reduce((sum, requests) => sum + requests, 0)
}

function cheapestOf(members: ReadonlySet<Candidate>, covered: ReadonlySet<string>): Candidate | undefined {
  let best: Candidate | undefined
  let least = Number.POSITIVE_INFINITY
  for (const candidate of members) {
    const news = candidate.news.difference(covered).size
    if (news === 0 || candidate.own / news >= least) continue
    least = candidate.own / news
    best = candidate
  }
  return best
}

function grouped<One, Key>(all: readonly One[], keysOf: (one: One) => readonly Key[]): Map<Key, One[]> {
  const groups = new Map<Key, One[]>()
  for (const one of all)
    for (const key of keysOf(one)) {
      const group = groups.get(key)
      if (group) group.push(one)
      else groups.set(key, [one])
    }
  return groups
}

/** What a check tells, and what it costs at this point of the order. */
interface Worth {
  readonly check: Check
  readonly ids: readonly string[]
  readonly own: number
  readonly setUps: ReadonlyMap<number, number>
  /** At most that: earlier cases may have told a part of it. */
  perRequest: number
}

/**
 * Orders checks by what they tell per request. A case tells the less of a requirement, the more cases of it came before. A set-up
 * that is not made yet counts for the check that would make it, and less if many other checks use it too.
 */
class News {
  readonly #worths: ReadonlyMap<Check, Worth>
  readonly #bySetUp: Map<number, Worth[]>
  readonly #cases = new Map<string, number>()
  readonly #made = new Set<number>()

  constructor(checks: readonly Check[], { priceOf, isRunnable }: Ordering) {
    const worths = checks.filter(isRunnable).map((check): Worth => {
      const { own, setUps, silent } = priceOf(check)
      return { check, ids: casesOf(check).filter((id) => !silent.includes(id)), own, setUps, perRequest: 0 }
    })
    this.#worths = new Map(worths.map((worth) => [worth.check, worth]))
    this.#bySetUp = grouped(worths, ({ setUps }) => [...setUps.keys()])
    for (const worth of worths) worth.perRequest = this.#perRequest(worth)
  }

  /** Notes that these checks are the next ones, in their order. */
  keep(checks: readonly Check[] = []): readonly Check[] {
    for (const check of checks) this.#choose(this.#worths.get(check))
    return checks
  }

  /** The next checks, the most telling first. Those that cannot run come last: they end immediately. */
  order(checks: readonly Check[] = []): readonly Check[] {
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

  /** What earlier cases took from the news of a check is seen when it would be the next one: until then it is not worth more. */
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

/** The requirements that a check reaches, by its claims or by its traffic. */
function casesOf({ verifies, covers }: Check): readonly string[] {
  return [...new Set([...verifies, ...covers])]
}
