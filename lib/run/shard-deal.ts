import type { Shard } from '../config/shard.ts'
import type { Check } from './check.ts'

/**
 * Says of each declared check, asked in the order of declaration, whether it is this shard's. Those that must be alone are
 * the last shard, which then can run after the others; they follow each other, and take about as long as half of the rest.
 * The rest is dealt out one by one, so that every other shard gets its part of each area.
 */
export function shardDeal({ index, count }: Shard): (check: Pick<Check, 'serial'>) => boolean {
  const dealtTo = Math.max(1, count - 1)
  let dealt = 0
  return ({ serial }) => {
    if (serial) return index === count
    dealt += 1
    return ((dealt - 1) % dealtTo) + 1 === index
  }
}
