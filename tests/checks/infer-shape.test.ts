import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inferShape } from '../../lib/checks/infer-shape.ts'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { judgeReference } from '../../proof/judge/judge-reference.ts'

const id = '0f6e2d0a-8f1c-4b7e-9d3a-1c2b3a4d5e6f'

describe('the shape of records', () => {
  test.each([
    [[{ b: 1, a: 'x y' }], '{a: text; b: integer}'],
    [[{ a: 1 }, { b: null }], '{a?: integer; b?: null}'],
    [[{ a: 1.5 }, { a: 2 }, { a: null }], '{a: integer | null | number}'],
    [
      [{ id, at: '2026-01-02T03:04:05Z', on: '2026-01-02', from: 'https://a.example/b' }],
      '{at: instant; from: url; id: uuid; on: date}',
    ],
    [[{ by: { id } }, { by: null }], '{by: {id: uuid} | null}'],
    [[{ tags: [] }, { tags: ['a', 2] }], '{tags: [text | integer]}'],
    [[{ tags: [] }], '{tags: []}'],
    [['owner', 'member', 'member', 'owner'].map((role) => ({ role })), '{role: "member" | "owner"}'],
    [['owner', 'member', 'member', 'guest'].map((role) => ({ role })), '{role: text}'],
    [[undefined], 'nothing'],
    [[], 'nothing'],
  ])('%j', (records, shape) => {
    expect(inferShape(records)).toBe(shape)
  })

  test('is the same in whatever order the records and their fields come', () => {
    const record = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.jsonValue({ maxDepth: 2 }))
    fc.assert(
      fc.property(fc.array(record, { maxLength: 6 }), (records) => {
        const turned = records.toReversed().map((one) => Object.fromEntries(Object.entries(one).toReversed()))
        expect(inferShape(turned)).toBe(inferShape(records))
      }),
    )
  })

  test('is observed alike in two runs with other seeds', async () => {
    const checks = (await collectChecks()).filter(({ verifies }) =>
      verifies.some((one) => ['ITEM-13', 'USER-03', 'BULK-04'].includes(one)),
    )
    const observed = async (seed: number): Promise<string[]> =>
      (await judgeReference({ checks, seed })).record.observations
        .map(({ requirement, name, value }) => `${requirement} ${name}: ${value}`)
        .toSorted()
    const first = await observed(1)
    expect(first).toEqual(await observed(2))
    expect(first).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^ITEM-13 record of a created item: \{/),
        expect.stringMatching(/^USER-03 shape of a user: \{/),
        expect.stringMatching(/^BULK-04 answer to a bulk of items: \{/),
      ]),
    )
  })
})
