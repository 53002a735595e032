import type { Check } from '../lib/run/check.ts'
import { requestsForRemoval } from '../lib/run/request-bound.ts'
import { checksUsing, costsIn, type Numbers } from './costs-in-profile.ts'
import type { Measure } from './measure.ts'
import { profileRequests, type RequestProfile } from './request-profile.ts'

const shown = 20

/** Who asks for the requests of a run: prints the dearest checks, givens and set-ups, and what is asked twice; measures the runs. */
export async function ofTheRequests(checks: readonly Check[]): Promise<readonly Measure[]> {
  const standard = await profileRequests({ checks, mode: 'read-write', effort: 'standard' })
  printProfile(standard)
  const quick = await profileRequests({ checks, mode: 'read-write', effort: 'quick' })
  const smoke = await profileRequests({ checks, mode: 'read-write', effort: 'smoke' })
  const smokeOfReads = await profileRequests({ checks, mode: 'read-only', effort: 'smoke' })
  return [
    measureOf('requests at standard effort, teardown included', standard, 5500),
    measureOf('requests at quick effort, teardown included', quick, 4000),
    measureOf('requests of a smoke run, teardown included', smoke, 600),
    measureOf('requests of a smoke run with reads only', smokeOfReads, 250),
  ]
}

function measureOf(name: string, { exchanges, teardown, evaluated }: RequestProfile, budget: number): Measure {
  const details = `${exchanges.length} + ${teardown.length} of the teardown, ${new Set([...evaluated.values()].flatMap((ids) => [...ids])).size} requirements evaluated`
  return { name, ratio: exchanges.length + teardown.length, budget, details }
}

function printProfile(profile: RequestProfile): void {
  const { own, setUps } = costsIn(profile)
  const { users } = profile
  const using = new Map([...setUps.keys()].map((setUp) => [setUp, checksUsing(setUp, users)]))
  const setUpsOf = Map.groupBy(
    [...using].flatMap(([setUp, titles]) => titles.map((title) => ({ title, setUp }))),
    ({ title }) => title,
  )
  const names = new Set([...own.keys(), ...setUpsOf.keys()])
  const checks = [...names].map((name) => {
    const used = (setUpsOf.get(name) ?? []).map(({ setUp }) => ({
      whole: requestsIn(setUps.get(setUp)),
      users: using.get(setUp)?.length ?? 1,
    }))
    const sent = requestsIn(own.get(name))
    const beside = used.reduce((sum, one) => sum + one.whole / one.users, sent)
    const alone = used.reduce((sum, one) => sum + one.whole, sent)
    return { name, count: beside, told: `${alone.toFixed(0)} alone` }
  })
  print('checks, beside the others and alone, with what removes their products', checks)
  print('givens', countsOf(profile.exchanges.map(({ given }) => given)))
  const costs = [...setUps].map(([name, cost]) => ({
    name,
    count: requestsIn(cost),
    users: using.get(name)?.length ?? 0,
  }))
  print(
    'shared set-ups',
    costs.map((one) => ({ ...one, told: `used by ${one.users}` })),
  )
  const once = costs.filter((one) => one.users <= 1)
  console.log(`${once.length} shared set-ups are used once, for ${totalOf(once)} requests`)
  const reads = profile.exchanges.filter(({ exchange }) => exchange.request.method === 'GET')
  const asked = countsOf(reads.map(({ exchange }) => `${exchange.identity}: ${exchange.request.path}`))
  console.log(`${totalOf(asked) - asked.length} reads ask for what was asked for before`)
}

function requestsIn([requests, , , , products]: Numbers = [0, 0, 0, 0, 0]): number {
  return requests + products * requestsForRemoval
}

interface Counted {
  readonly name: string
  readonly count: number
  readonly told?: string
}

function countsOf(names: ReadonlyArray<string | undefined>): readonly Counted[] {
  const groups = Map.groupBy(
    names.filter((name) => name !== undefined),
    (name) => name,
  )
  return [...groups].map(([name, { length }]) => ({ name, count: length }))
}

function totalOf(counted: readonly Counted[]): number {
  return Math.round(counted.reduce((sum, { count }) => sum + count, 0))
}

function print(title: string, counted: readonly Counted[]): void {
  console.log(`\nthe ${shown} dearest ${title}`)
  const dearest = counted.toSorted((one, other) => other.count - one.count).slice(0, shown)
  for (const { name, count, told = '' } of dearest)
    console.log(`${count.toFixed(0).padStart(6)}  ${name}  ${told}`.trimEnd())
}
