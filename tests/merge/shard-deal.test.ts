import { expect, test } from 'vitest'
import { collectChecks } from '../../lib/run/collect-checks.ts'
import { shardDeal } from '../../lib/run/shard-deal.ts'

test('every check is in one shard, shards are of one size, and what must be alone is in the last', async () => {
  const checks = await collectChecks()
  const shards = [1, 2, 3].map((index) => checks.filter(shardDeal({ index, count: 3 })))
  expect(new Set(shards.flat()).size).toBe(checks.length)
  expect(shards.flat()).toHaveLength(checks.length)
  const ordinary = shards.map((shard) => shard.filter(({ alone }) => !alone).length)
  expect(Math.max(...ordinary) - Math.min(...ordinary)).toBeLessThanOrEqual(1)
  expect(
    shards
      .slice(0, 2)
      .flat()
      .filter(({ alone }) => alone),
  ).toEqual([])
})

test('one shard of one is everything', async () => {
  const checks = await collectChecks()
  expect(checks.filter(shardDeal({ index: 1, count: 1 }))).toEqual(checks)
})
