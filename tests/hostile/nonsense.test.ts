import { describe, expect, test } from 'vitest'
import type { JournalRecord } from '../../lib/checks/journal.ts'
import { startReference } from '../../reference/start-reference.ts'
import { openServer } from '../client/open-server.ts'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { judgeTarget } from '../proof/judge-target.ts'
import { nonsense } from './nonsense.ts'
import { openRelay } from './relay.ts'
import { spoils, type SpoilName } from './spoils.ts'

const someKey = 'svc_api_hostile0123456789012345678901234567890'

/** Something is found, and nothing that the target sent has put a check of ours out of step. */
function expectFound({ findings, harnessProblems }: JournalRecord): void {
  expect(harnessProblems).toEqual([])
  expect(findings.length).toBeGreaterThan(0)
}

describe('a server that answers nonsense is caught, and no check stumbles over it', () => {
  test.concurrent.each(Object.entries(nonsense))('%s', async (_, listener) => {
    await using server = await openServer(listener)
    expectFound(await judgeTarget({ baseUrl: server.url, keys: { own: someKey }, checks: await collectChecks() }))
  })
})

describe('a service that changes its answers is caught, and no check stumbles over them', () => {
  const changed = [
    'announces too little',
    'cuts JSON',
    'is no UTF-8',
    'deeply nested',
    '503 now and then',
    'strange numbers and keys',
    'control characters in names',
  ] as const satisfies readonly SpoilName[]
  test.concurrent.each(changed)('%s', async (name) => {
    const reference = await startReference()
    try {
      await using relay = await openRelay(reference.baseUrl, spoils[name])
      const keys = { own: reference.keys.own, otherOrganization: reference.keys.otherOrganization }
      expectFound(await judgeTarget({ baseUrl: relay.url, keys, checks: await collectChecks() }))
    } finally {
      await reference.close()
    }
  })
})
