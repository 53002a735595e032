import { expect, test } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { shardDeal } from '../../lib/run/shard-deal.ts'

test.each([2, 3, 7])(
  'every check is in one of %i shards, and the last holds those that must be alone',
  async (count) => {
    const checks = await collectChecks()
    const shards = Array.from({ length: count }, (_, at) => checks.filter(shardDeal({ index: at + 1, count })))
    expect(shards.flat()).toHaveLength(checks.length)
    expect(new Set(shards.flat())).toEqual(new Set(checks))
    expect(shards.at(-1)).toEqual(checks.filter(({ serial }) => serial))
    const sizes = shards.slice(0, -1).map(({ length }) => length)
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
  },
)

test('one shard of one is everything', async () => {
  const checks = await collectChecks()
  expect(checks.filter(shardDeal({ index: 1, count: 1 }))).toEqual(checks)
})
