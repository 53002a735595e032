import { PassiveInspection } from '../lib/checks/passive-inspection.ts'
import { RunJournal } from '../lib/checks/run-journal.ts'
import type { Exchange } from '../lib/client/exchange.ts'
import { requirements, type RequirementId } from '../lib/contract/requirement.ts'
import { createPassiveChecks } from '../lib/service/checks/create-passive-checks.ts'
import type { EndpointId } from '../lib/service/interface/endpoint.ts'
import { ownershipCheck } from '../lib/ledger/ownership-guard.ts'
import { requestsForRemoval } from '../lib/run/request-bound.ts'
import { twoWorkspacesName } from '../lib/service/given/workspaces.ts'
import type { RequestProfile } from './request-profile.ts'

/** Requests, writes, part numbers, files and products that are left to be removed, as `lib/run/check-costs.json` has them. */
export type Numbers = readonly [requests: number, writes: number, partNumbers: number, files: number, products: number]

/** What was sent by checks themselves, and for each shared set-up. */
export interface ProfiledCosts {
  /** By the name of who sent it. */
  readonly own: Map<string, Numbers>
  readonly setUps: Map<string, Numbers>
}

/** What each check has sent itself, each shared set-up has taken, and the discovery and the teardown. */
export function costsIn(profile: RequestProfile): ProfiledCosts {
  const own = new Map<string, Numbers>()
  const setUps = new Map<string, Numbers>()
  const alike = new Map<string, Set<string>>()
  for (const { exchange, check, setUp, which = '' } of profile.exchanges) {
    if (check === undefined || isDiscovery(exchange)) add(own, 'discovery', costOf(exchange))
    else if (setUp === undefined) add(own, check, costOf(exchange))
    else {
      add(setUps, setUp, costOf(exchange))
      alike.set(setUp, (alike.get(setUp) ?? new Set()).add(which))
    }
  }
  const [, , , , products] = sumOf([...own.values(), ...setUps.values()])
  for (const [setUp, names] of alike) share({ own, setUps }, { setUp, names, users: profile.users })
  add(own, 'teardown', [profile.teardown.length - products * requestsForRemoval, 0, 0, 0, 0])
  return { own, setUps }
}

function add(to: Map<string, Numbers>, name: string, cost: Numbers): void {
  to.set(name, sumOf([to.get(name) ?? nothing, cost]))
}

interface Alike extends Pick<RequestProfile, 'users'> {
  readonly setUp: string
  /** The whole names of those that were made. */
  readonly names: ReadonlySet<string>
}

/**
 * Of several alike set-ups, a check needs one. Of what checks lend each other, many use up what they borrow: each pays its part of
 * all that was made.
 */
function share({ own, setUps }: Record<'own' | 'setUps', Map<string, Numbers>>, { setUp, names, users }: Alike): void {
  const cost = setUps.get(setUp) ?? nothing
  const borrowers = users.get(setUp) ?? new Set()
  const isLent = names.size > 1 && [...names].every((name) => / \(lent \d+\)$/.test(name))
  setUps.set(setUp, isLent ? nothing : partOf(cost, names.size))
  if (isLent) for (const one of borrowers) add(users.has(one) ? setUps : own, one, partOf(cost, borrowers.size))
}

/** The requirements that passive checks evaluate on what each check has sent itself, and on what has made each shared set-up, by its name. */
export function judgedIn({ exchanges }: RequestProfile): ReadonlyMap<string, readonly RequirementId[]> {
  const senders = Map.groupBy(exchanges, ({ exchange, check, setUp }) =>
    check === undefined || isDiscovery(exchange) ? 'discovery' : (setUp ?? check),
  )
  return new Map([...senders].map(([name, sent]) => [name, judgedOn(sent)]))
}

function judgedOn(sent: RequestProfile['exchanges']): readonly RequirementId[] {
  const journal = new RunJournal()
  const inspection = new PassiveInspection(journal, createPassiveChecks())
  const [first] = sent
  for (const { exchange, which } of sent) if (which === first?.which) inspection.inspect(exchange)
  return [...requirements.keys()].filter((id) => journal.hasEvaluated(id))
}

/** The checks that use a shared set-up, or another that builds on it. */
export function checksUsing(setUp: string, users: RequestProfile['users']): readonly string[] {
  const found = new Set([setUp])
  // A set that grows during iteration is iterated to its end.
  for (const one of found) for (const user of users.get(one) ?? []) found.add(user)
  return [...found].filter((one) => !users.has(one))
}

/** What is sent once for all checks: to learn the dialect, and whole lists that tell what was there before. */
function isDiscovery({ check, endpoint }: Exchange): boolean {
  return check === 'discovery of the dialect' || (check === ownershipCheck && endpoint?.startsWith('list') === true)
}

/** What one exchange costs: a part number is given to whatever it was accepted for, and retires. */
function costOf({ endpoint, status, request: { method, body } }: Exchange): Numbers {
  const isAccepted = status < 300
  const numbers = isAccepted && (method === 'POST' || method === 'PATCH') ? body?.text.match(/"part_number":"./g) : null
  const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(method)
  const done = (by: EndpointId): number => Number(isAccepted && endpoint === by)
  const products = done('createProduct') - done('deleteProduct')
  return [1, Number(isWrite), numbers?.length ?? 0, done('uploadFile'), products]
}

const lettersOf: Partial<Record<EndpointId, string>> = {
  createItem: 'i',
  createProperty: 'p',
  createItemsInBulk: 'I',
  createPropertiesInBulk: 'P',
  getFile: 'f',
  downloadFile: 'f',
  getItem: 'q',
  getProperty: 'q',
}

/** What each check has created, itself or in the set-ups that it uses, and read by its id without, as `lib/run/check-costs.json` has it. */
export function creationsIn({ exchanges, users }: RequestProfile): ReadonlyMap<string, string> {
  const letters = new Map(checksUsing(twoWorkspacesName, users).map((check) => [check, new Set(['w'])]))
  for (const { exchange, check, setUp } of exchanges) {
    const { endpoint, status } = exchange
    const letter = endpoint && lettersOf[endpoint]
    // Where products can be created is found out for all.
    if (status > 299 || isDiscovery(exchange) || setUp?.startsWith('workspaces that take')) continue
    for (const asker of setUp === undefined ? [check ?? ''] : checksUsing(setUp, users)) {
      const own = letters.get(asker) ?? new Set()
      letters.set(asker, letter === undefined ? own : own.add(letter))
    }
  }
  return new Map(
    [...letters].map(([check, all]) => [
      check,
      [...all]
        .filter((one) => isTelling(one, all))
        .toSorted()
        .join(''),
    ]),
  )
}

/** A read by its id tells nothing of what is there where the check has created it. */
function isTelling(letter: string, all: ReadonlySet<string>): boolean {
  return (letter !== 'f' && letter !== 'q') || !(all.has('i') || all.has('p'))
}

function partOf([requests, writes, numbers, files, products]: Numbers, parts: number): Numbers {
  const part = (number: number): number => Math.round((number / parts) * 100) / 100
  return [part(requests), part(writes), part(numbers), part(files), part(products)]
}

export const nothing: Numbers = [0, 0, 0, 0, 0]

export function sumOf(costs: readonly Numbers[]): Numbers {
  return costs.reduce<Numbers>(([a, b, c, d, e], [f, g, h, i, j]) => [a + f, b + g, c + h, d + i, e + j], nothing)
}
