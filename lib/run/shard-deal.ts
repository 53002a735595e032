import type { Shard } from '../config/shard.ts'
import { priceOf } from './check-cost.ts'
import { orderChecks } from './check-order.ts'
import type { Check } from './check.ts'

/**
 * The checks of one shard. Those that must be alone are the last shard, which then can run after the others; they follow each other,
 * and take about as long as half of the rest. The rest is dealt out one by one in the order of a run that is allowed everything, so
 * that every other shard gets its part of the first cases, and of the requests.
 */
export function shardDeal(checks: readonly Check[], { index, count }: Shard): ReadonlySet<Check> {
  const dealtTo = Math.max(1, count - 1)
  // What a shard has or lacks plays no part: all have to deal alike.
  const everything = { mode: 'read-write', effort: 'standard' } as const
  const dealt = orderChecks(checks, { priceOf: (check) => priceOf(check, everything), isRunnable: () => true }).filter(
    ({ serial }) => !serial,
  )
  return new Set([
    ...dealt.filter((_, at) => (at % dealtTo) + 1 === index),
    ...(index === count ? checks.filter(({ serial }) => serial) : []),
  ])
}
