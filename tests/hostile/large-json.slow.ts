import { expect, test } from 'vitest'
import { startReference } from '../../reference/start-reference.ts'
import { judgeHostile } from './judge-hostile.ts'
import { openRelay } from './relay.ts'
import { sparingWorkspaces, spoils } from './spoils.ts'

/** Megabytes, whatever the target sends and however much at once. */
const bound = 512

test.each([8, 64])('JSON of 15 MiB stays within the memory bound at a concurrency of %i', async (concurrency) => {
  const reference = await startReference()
  try {
    await using relay = await openRelay(reference.baseUrl, sparingWorkspaces(spoils['sends 15 MiB of JSON']))
    const judged = await judgeHostile(relay.url, {
      key: reference.keys.key,
      deadline: 40,
      only: 'WS || PROD',
      concurrency,
    })
    expect(judged.memory).toBeLessThan(bound)
  } finally {
    await reference.close()
  }
})
