import { expect, test } from 'vitest'
import { repeatLine, replayLine } from '../../lib/report/replay-line.ts'

test.for([
  ['npm run conformance', 'npm run conformance -- --only PN-04 --seed 42 --reports reports/again'],
  [
    'npm run conformance -- --base-url https://t.test/a --only "PN and write" --allow-writes --seed 7',
    'npm run conformance -- --only PN-04 --seed 42 --reports reports/again --base-url https://t.test/a --allow-writes',
  ],
  [
    "product-data-conformance run --only='PN-01 or PN-02' --target 'my target.json' --shard 1/3 --seed=7",
    "product-data-conformance run --only PN-04 --seed 42 --reports reports/again --target 'my target.json'",
  ],
  ['npm run conformance -- --reports out', 'npm run conformance -- --only PN-04 --seed 42 --reports out/again'],
] as const)('%s narrows to %s', ([replay, narrowed]) => {
  expect(replayLine(replay, 'PN-04', 42)).toBe(narrowed)
})

test.for([
  ['npm run conformance', 'npm run conformance -- --reports reports/again'],
  ['npm run conformance -- --seed 7', 'npm run conformance -- --seed 7 --reports reports/again'],
  ['product-data-conformance run --reports=out --seed 7', 'product-data-conformance run --seed 7 --reports out/again'],
  ["npm run conformance -- --reports 'my out' --seed 7", "npm run conformance -- --seed 7 --reports 'my out'/again"],
] as const)('%s is repeated beside its report', ([replay, repeated]) => {
  expect(repeatLine(replay)).toBe(repeated)
})
