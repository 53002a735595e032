import type { Price } from './check-cost.ts'
import type { Check } from './check.ts'

/** What is known of checks before they run. */
export interface Pricing {
  readonly priceOf: (check: Check) => Price
  /** Whether its needs are met. Checks without their needs end immediately and are no first cases. */
  readonly isRunnable: (check: Check) => boolean
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
export function firstCases(checks: readonly Check[], { priceOf, isRunnable }: Pricing): readonly FirstCase[] {
  const runnable = checks.filter(isRunnable)
  const certain = new Set(
    runnable.filter(({ uncertain }) => !uncertain).flatMap((check) => reachOf(check, priceOf(check))),
  )
  const groups = new Groups(runnable.map((check) => candidateOf(check, priceOf(check), certain)))
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

/** An uncertain check counts only for requirements that no other check reaches: it may evaluate nothing. */
function candidateOf(check: Check, price: Price, certain: ReadonlySet<string>): Candidate {
  const reach = new Set(reachOf(check, price))
  const news = check.uncertain ? reach.difference(certain) : reach
  return { check, own: price.own, unmade: new Map(price.setUps), news }
}

/** The requirements that a check will probably evaluate, by its claims or by its traffic. */
function reachOf(check: Check, { silent, judged }: Price): readonly string[] {
  return [...casesOf(check).filter((id) => !silent.includes(id)), ...judged]
}

/** Checks of which the others come to every requirement, the dearest first: without all of them, none of it is missing. */
export function idleAmong(checks: Iterable<Check>, { priceOf }: Pick<Pricing, 'priceOf'>): readonly Check[] {
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

/** Things by each of their keys: one thing may be in several groups. */
export function grouped<One, Key>(all: readonly One[], keysOf: (one: One) => readonly Key[]): Map<Key, One[]> {
  const groups = new Map<Key, One[]>()
  for (const one of all)
    for (const key of keysOf(one)) {
      const group = groups.get(key)
      if (group) group.push(one)
      else groups.set(key, [one])
    }
  return groups
}

/** The requirements that a check reaches, by its claims or by its traffic. */
export function casesOf({ verifies, covers }: Check): readonly string[] {
  return [...new Set([...verifies, ...covers])]
}
