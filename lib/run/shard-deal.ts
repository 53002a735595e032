import type { Shard } from '../target/shard.ts'
import type { Check } from './check.ts'

/**
 * Says of each declared check, asked in the order of declaration, whether it is this shard's. They are dealt out one by
 * one, so that every shard gets its part of each area; those that must be alone all go to the last shard.
 */
export function shardDeal({ index, count }: Shard): (check: Pick<Check, 'alone'>) => boolean {
  let dealt = 0
  return ({ alone }) => {
    if (alone) return index === count
    dealt += 1
    return ((dealt - 1) % count) + 1 === index
  }
}
