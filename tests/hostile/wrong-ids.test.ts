import { test } from 'vitest'
import { expectLeftAlone } from './expect-left-alone.ts'
import { sampleOfWrongIds } from './wrong-ids.ts'

test.concurrent.each(sampleOfWrongIds)('nothing of others is changed where $what', (kind) =>
  expectLeftAlone(kind, 'usual'),
)

test('nor by a run that is interrupted, and cleaned up by its ledger', async () => {
  for (const kind of sampleOfWrongIds.slice(0, 1)) {
    await expectLeftAlone(kind, 'signal')
    await expectLeftAlone(kind, 'cleanup')
  }
})
