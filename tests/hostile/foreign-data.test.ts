import { expect, test } from 'vitest'
import { startReference } from '../../reference/start-reference.ts'
import { everythingIn, namesOthers, recordsOf } from './foreign-ids.ts'
import { judgeHostile } from './judge-hostile.ts'
import { openRelay } from './relay.ts'

test.concurrent.each([
  { form: 'id only', every: 1 },
  { form: 'whole record', every: 1 },
  { form: 'id only', every: 30 },
] as const)(
  'what one creation in $every names and did not make ($form) is never changed, and is a finding of the creation',
  async (naming) => {
    const reference = await startReference({ seed: 'demonstration' })
    try {
      const before = await everythingIn(reference)
      await using relay = await openRelay(reference.baseUrl, namesOthers(await recordsOf(reference), naming))
      const judged = await judgeHostile(relay.url, { key: reference.keys.own, only: 'PROD || ITEM' })
      const after = await everythingIn(reference)
      expect(after).toEqual(before)
      const violated = judged.report?.requirements.filter(({ verdict }) => verdict === 'violated').map(({ id }) => id)
      expect(violated).toContain('PROD-17')
      expect(judged.code).toBe(1)
    } finally {
      await reference.close()
    }
  },
)
