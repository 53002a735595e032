import { describe, expect, test } from 'vitest'
import type { Difference } from '../../lib/differential/difference.ts'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { skipIdleTimeInThisFile } from '../clock/skip-idle-time.ts'
import { checksShowing, compareReferences } from './compare-references.ts'

// Where something may lawfully come later, each run waits for it for seconds.
skipIdleTimeInThisFile()

const checks = await collectChecks()
const about = (areas: readonly string[]) =>
  checks.filter(({ verifies }) => verifies.some((id) => areas.includes(id.replace(/-\d+$/, ''))))
const inShort = (differences: readonly Difference[]): string[] =>
  differences.map(({ kind, endpoints, where, old, new: now }) =>
    `${kind} ${endpoints.join('+')} ${where}: ${old} → ${now}`.replaceAll(/ +:/g, ':'),
  )

describe('two deployments', () => {
  // The second tier compares all that a run sends.
  test('that are the same show no difference, and chance shows little even at first', async () => {
    const some = about(['PROD', 'PN', 'FILE', 'PAGE'])
    const { seen, confirmed } = await compareReferences(some, {})
    expect(inShort(confirmed)).toEqual([])
    // Of each hundred checks a few show something by chance, before it is confirmed.
    expect(checksShowing(seen)).toBeLessThan(some.length * 0.06)
  })

  test('that are the same show no difference to reads alone', async () => {
    const { seen, confirmed } = await compareReferences(
      checks.filter(({ serial }) => !serial),
      {},
      'read-only',
    )
    expect({ seen: inShort(seen), confirmed }).toEqual({ seen: [], confirmed: [] })
  })

  test.each([
    {
      what: 'another status of deletions',
      variants: ['deletions-answer-202'],
      areas: ['PROD', 'ITEM', 'PROP'],
      differences: [
        'status deleteItem: 204 → 202',
        'status deleteItem at once: 2 × 204, 2 × 404 → 2 × 202, 2 × 404',
        'status deleteProduct: 204 → 202',
        'status deleteProduct at once: 2 × 204, 2 × 404 → 2 × 202, 2 × 404',
        'status deleteProperty: 204 → 202',
        'status deleteProperty at once: 4 × 204 → 4 × 202',
      ],
    },
    {
      what: 'another code of a conflict',
      variants: ['part-number-conflict-has-another-code'],
      areas: ['PN'],
      differences: [
        'code createItem error: "part_number_conflict" → "conflict"',
        'code createProduct error: "part_number_conflict" → "conflict"',
        'code updateProduct error: "part_number_conflict" → "conflict"',
      ],
    },
    {
      what: 'a challenge beside every 401',
      variants: ['challenge-on-401'],
      areas: ['AUTH'],
      differences: [expect.stringMatching(/^header .*\+.* www-authenticate: absent → Bearer/)],
    },
  ])('show $what, and nothing else', async ({ variants, areas, differences }) => {
    const { confirmed } = await compareReferences(about(areas), { variants })
    expect(inShort(confirmed)).toEqual(differences)
  })

  test('show fields that only one of them has, to reads alone', async () => {
    const { confirmed } = await compareReferences(checks, { variants: ['products-have-more-fields'] }, 'read-only')
    const fields = confirmed.filter(({ kind, old }) => kind === 'field' && old === 'absent')
    expect(fields).toHaveLength(confirmed.length)
    expect(fields.map(({ where }) => where)).toEqual(expect.arrayContaining(['mass', 'items[].mass']))
  })

  test('show a rule that one of them breaks', async () => {
    const faults = ['retired-number-back-to-its-product']
    const { confirmed } = await compareReferences(about(['PN']), { faults })
    expect(inShort(confirmed)).toEqual(['status updateProduct "part_number_conflict": 409 → 200'])
  })
})
