import { describe, test } from 'vitest'
import { openServer } from '../client/open-server.ts'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { judgeTarget } from '../../proof/judge/judge-target.ts'
import { expectFound } from './expect-found.ts'
import { expectSpoilFound } from './expect-spoil-found.ts'
import { nonsense } from './nonsense.ts'

const someKey = 'svc_api_hostile0123456789012345678901234567890'

describe('a server that answers nonsense is caught, and no check stumbles over it', () => {
  test.concurrent.each(Object.entries(nonsense))('%s', async (_, listener) => {
    await using server = await openServer(listener)
    expectFound(await judgeTarget({ baseUrl: server.url, keys: { own: someKey }, checks: await collectChecks() }))
  })
})

describe('a service that changes its answers is caught, and no check stumbles over them', () => {
  // The second tier tries other changes.
  test.concurrent.each(['cuts JSON', 'strange numbers and keys'] as const)('%s', (name) => expectSpoilFound(name))
})
