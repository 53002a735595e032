import { expect, test } from 'vitest'
import type { Check, CheckContext } from '../../lib/run/check.ts'
import { judgeReference } from '../../proof/judge/judge-reference.ts'

interface Way {
  readonly how: string
  /** What the check does once its request is under way. */
  readonly end: () => Promise<void>
}

const ways: readonly Way[] = [
  { how: 'that passes', end: () => Promise.resolve() },
  { how: 'that fails', end: () => Promise.reject(new Error('the set-up failed')) },
]

test.each(ways)('a check $how ends when what it has sent is answered', async ({ end }) => {
  const seen: string[] = []
  const beginsMore = ({ api }: CheckContext): Promise<void> => {
    // As a set-up does of which one part has failed: the next request follows the answer to the first.
    const read = () => api.send('listWorkspaces', { query: { limit: 1 } })
    void read()
      .then(read)
      .then(() => seen.push('answered'))
    return end()
  }
  const next = (): Promise<void> => {
    seen.push('next check')
    return Promise.resolve()
  }
  const checks = [beginsMore, next].map((run, at): Check => ({
    title: `check ${at}`,
    kind: 'scenario',
    verifies: [],
    needs: [],
    covers: [],
    serial: true,
    run,
  }))
  await judgeReference({ checks, order: (all) => all })
  expect(seen).toEqual(['answered', 'next check'])
})
