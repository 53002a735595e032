import { expect, test } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { costOf } from '../../lib/run/check-cost.ts'
import { shardDeal } from '../../lib/run/shard-deal.ts'

const checks = await collectChecks()

test.each([2, 3, 7])(
  'every check is in one of %i shards, the last holds those that must be alone, and the others cost about the same',
  (count) => {
    const shards = Array.from({ length: count }, (_, at) => [...shardDeal(checks, { index: at + 1, count })])
    expect(shards.flat()).toHaveLength(checks.length)
    expect(new Set(shards.flat())).toEqual(new Set(checks))
    expect(shards.at(-1)).toEqual(checks.filter(({ serial }) => serial))
    const requests = shards
      .slice(0, -1)
      .map((shard) =>
        shard.reduce((sum, one) => sum + costOf(one, { mode: 'read-write', effort: 'standard' }).requests, 0),
      )
    expect(Math.max(...requests) / Math.min(...requests)).toBeLessThan(1.25)
  },
)

test('one shard of one is everything', () => {
  expect(shardDeal(checks, { index: 1, count: 1 })).toEqual(new Set(checks))
})
