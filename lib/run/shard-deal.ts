import type { Shard } from '../config/shard.ts'
import { priceOf } from './check-cost.ts'
import { orderChecks } from './check-order.ts'
import type { Check } from './check.ts'

/**
 * The checks of one shard. The last shard has those that must run alone, so it can run after the others; they run one after
 * another and take about half as long as the rest. The rest is divided in turn, in the order of a run that may do everything, so
 * that every other shard gets its share of the first cases and requests.
 */
export function shardDeal(checks: readonly Check[], { index, count }: Shard): ReadonlySet<Check> {
  const dealtTo = Math.max(1, count - 1)
  // The settings of a single shard are ignored: all shards must compute the same division.
  const everything = { mode: 'read-write', effort: 'standard' } as const
  const dealt = orderChecks(checks, { priceOf: (check) => priceOf(check, everything), isRunnable: () => true }).filter(
    ({ serial }) => !serial,
  )
  return new Set([
    ...dealt.filter((_, at) => (at % dealtTo) + 1 === index),
    ...(index === count ? checks.filter(({ serial }) => serial) : []),
  ])
}
