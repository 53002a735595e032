import { expect, test } from 'vitest'
import { startReference } from '../../reference/start-reference.ts'
import { judgeHostile, type Judged } from './judge-hostile.ts'
import { openRelay } from './relay.ts'
import { sparingPreflight, spoils, type SpoilName } from './spoils.ts'

/** Megabytes, whatever the target sends and however much at once. */
const bound = 768

async function judgeLarge(name: SpoilName, concurrency: number): Promise<Judged> {
  const reference = await startReference()
  try {
    await using relay = await openRelay(reference.baseUrl, sparingPreflight(spoils[name]))
    const { own: key } = reference.keys
    return await judgeHostile(relay.url, { key, maxRequests: 100, only: 'WS || PROD', concurrency })
  } finally {
    await reference.close()
  }
}

test.each([8, 64])(
  'a run on a service that adds 15 MiB of its own to every answer goes on, within the memory bound, at a concurrency of %i',
  async (concurrency) => {
    const { memory, report } = await judgeLarge('sends 15 MiB of JSON', concurrency)
    expect(memory).toBeLessThan(bound)
    expect(report?.target.exchanges).toBeGreaterThan(15)
    expect(report?.summary.violated).toBe(0)
  },
)

test('a run on a service whose lists have 150,000 entries ends within the memory bound', async () => {
  const { memory, code } = await judgeLarge('sends 15 MiB of entries', 64)
  expect(memory).toBeLessThan(bound)
  expect(code).toBe(1)
})
