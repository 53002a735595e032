import type { Configuration, Effort } from '../config/configuration.ts'
import { requirements } from '../contract/requirement.ts'
import type { Check } from './check.ts'
import { requestsForRemoval } from './request-bound.ts'
import measured from './check-costs.json' with { type: 'json' }

/** What something costs a target. */
export interface Cost {
  readonly requests: number
  readonly writes: number
  /** Part numbers that retire for good. */
  readonly partNumbers: number
  /** The number of uploads, which a deployment may keep after their product is deleted. */
  readonly files: number
  /** The number of products, each of which the teardown reads and deletes. */
  readonly products: number
}

/** What of a check tells what it costs. */
export type Costing = Pick<Check, 'title' | 'needs'>

/** In what kind of run. */
export type Expense = Pick<Configuration, 'mode' | 'effort'>

/** Requests that belong to no check: learning the dialect, the ownership reads, and each teardown. */
export const sharedCosts = ['discovery', 'teardown'] as const

/** The measured efforts, in the order of the rows: the first row applies to those that have none. */
export const measuredEfforts = ['standard', 'smoke', 'quick', 'thorough'] as const satisfies readonly Effort[]

/**
 * The requests of a check itself, the shared set-ups that it uses, by their index, and the requirements that it did not evaluate, each
 * by effort; what it creates or finds, a letter each; and the list of what passive checks judge on its answers, by its index.
 */
type Measured = readonly [
  rows: ReadonlyArray<readonly number[]>,
  uses?: ReadonlyArray<readonly number[]>,
  silent?: ReadonlyArray<readonly string[]>,
  creates?: string,
  judged?: number,
]

interface Measurements {
  readonly judged: ReadonlyArray<readonly string[]>
  readonly setUps: ReadonlyArray<readonly [rows: ReadonlyArray<readonly number[]>, judged: number]>
  readonly checks: Readonly<Record<string, Measured>>
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- pairs come as arrays out of JSON; a test reads each of them
const measurements = measured as unknown as Readonly<Record<Configuration['mode'], Measurements>>

/** How many checks use each shared set-up of a mode. */
const users = { 'read-only': usersIn('read-only'), 'read-write': usersIn('read-write') }

function usersIn(mode: Configuration['mode']): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const [, [uses = []] = []] of Object.values(measurements[mode].checks))
    for (const setUp of uses) counts.set(setUp, (counts.get(setUp) ?? 0) + 1)
  return counts
}

/** The measured cost of a name, without shared set-up; `undefined` if it was not measured. */
export function measuredCost(name: string, { mode, effort }: Expense): Cost | undefined {
  const [rows] = measurements[mode].checks[name] ?? [[]]
  const row = rowAt(effort, rows)
  return row && costIn(row)
}

function rowAt<Row>(effort: Effort, rows: readonly Row[] = []): Row | undefined {
  return rows[measuredEfforts.indexOf(effort)] ?? rows[0]
}

/**
 * Whether a check of a run that writes creates an item or a property, by itself (`i`, `p`) or in bulk (`I`, `P`), or needs two
 * workspaces (`w`), or reads by its id a file (`f`) or an item or property (`q`) that is there.
 */
export function isKnownToUse(check: Costing, letter: string): boolean {
  return measurements['read-write'].checks[check.title]?.[3]?.includes(letter) === true
}

function costIn([requests = 0, writes = 0, partNumbers = 0, files = 0, products = 0]: readonly number[]): Cost {
  return { requests, writes, partNumbers, files, products }
}

/** The requests of a check itself: measured on the reference by `node bench/costs.ts`. */
export function ownCost(check: Costing, expense: Expense): Cost {
  return (
    measuredCost(check.title, expense) ??
    (expense.mode === 'read-write' && mayWrite(check) ? unmeasuredWrite : unmeasuredRead)
  )
}

/** The cost of a check in a run, including its share of shared set-up. */
export function costOf(check: Costing, expense: Expense): Cost {
  return setUpsOf(check, expense)
    .map(({ cost, shares }) => partOf(cost, shares))
    .reduce(sumOf, ownCost(check, expense))
}

/** What a check costs as a rule that was added since. */
const unmeasuredRead: Cost = { requests: 2, writes: 0, partNumbers: 0, files: 0, products: 0 }
const unmeasuredWrite: Cost = { requests: 4, writes: 2, partNumbers: 0, files: 0, products: 0.5 }

export interface SetUp {
  readonly place: number
  readonly cost: Cost
  /** Checks that use it. */
  readonly shares: number
}

/** The shared set-ups that a check uses. */
export function setUpsOf({ title }: Costing, { mode, effort }: Expense): readonly SetUp[] {
  const { setUps, checks } = measurements[mode]
  const [, uses] = checks[title] ?? []
  return (rowAt(effort, uses) ?? []).map((place) => {
    const [rows] = setUps[place] ?? []
    return { place, cost: costIn(rowAt(effort, rows) ?? []), shares: users[mode].get(place) ?? 1 }
  })
}

function partOf(cost: Cost, shares: number): Cost {
  const { requests, writes, partNumbers, files, products } = cost
  return {
    requests: requests / shares,
    writes: writes / shares,
    partNumbers: partNumbers / shares,
    files: files / shares,
    products: products / shares,
  }
}

export function sumOf(one: Cost, other: Cost): Cost {
  return {
    requests: one.requests + other.requests,
    writes: one.writes + other.writes,
    partNumbers: one.partNumbers + other.partNumbers,
    files: one.files + other.files,
    products: one.products + other.products,
  }
}

/** The total number of requests of a check, including the teardown. */
export interface Price {
  /** What it sends itself. */
  readonly own: number
  /** The cost of each shared set-up that it uses, whichever check needs it first. */
  readonly setUps: ReadonlyMap<number, number>
  /** Requirements that it will probably not evaluate. */
  readonly silent: readonly string[]
  /** Requirements that passive checks will probably evaluate on its answers and those of its set-ups. */
  readonly judged: readonly string[]
  /** Whether it creates items or properties, if only to lengthen a list: the later it runs, the fewer are missing. */
  readonly creates: boolean
}

export function priceOf(check: Check, expense: Expense): Price {
  return {
    own: requestsIn(ownCost(check, expense)),
    setUps: new Map(setUpsOf(check, expense).map(({ place, cost }) => [place, requestsIn(cost)])),
    silent: silentOf(check, expense),
    judged: judgedOn(check, expense.mode),
    creates: expense.mode === 'read-write' && ['i', 'p', 'I', 'P'].some((letter) => isKnownToUse(check, letter)),
  }
}

/** Requirements of which a check found nothing to judge on the reference. */
export function silentOf({ title }: Costing, { mode, effort }: Expense): readonly string[] {
  return rowAt(effort, measurements[mode].checks[title]?.[2]) ?? []
}

function judgedOn({ title }: Costing, mode: Configuration['mode']): readonly string[] {
  const { judged, setUps, checks } = measurements[mode]
  const [, uses, , , own = 0] = checks[title] ?? []
  const places = new Set([own, ...(rowAt('smoke', uses) ?? []).map((place) => setUps[place]?.[1] ?? 0)])
  return [...places].flatMap((place) => judged[place] ?? [])
}

function requestsIn({ requests, products }: Cost): number {
  return requests + products * requestsForRemoval
}

/** Whether a check may write: its needs allow it, or include it. */
export function mayWrite({ needs }: Pick<Check, 'needs'>): boolean {
  return needs.some((need) => /^(?:write|trace|control:)/.test(need))
}

/** The area of a check: that of the first requirement that it verifies. */
export function areaOf({ verifies }: Pick<Check, 'verifies'>): string {
  const [first] = verifies
  return (first && requirements.get(first)?.area) ?? 'survey'
}
