import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { startReference } from '../../reference/start-reference.ts'
import { judgeTarget } from '../../proof/judge/judge-target.ts'
import { expectFound } from './expect-found.ts'
import { openRelay } from './relay.ts'
import { spoils, type SpoilName } from './spoils.ts'

/** Expects that a service is caught whose answers are changed on their way, and that no check stumbles over them. */
export async function expectSpoilFound(name: SpoilName): Promise<void> {
  const reference = await startReference()
  try {
    await using relay = await openRelay(reference.baseUrl, spoils[name])
    const keys = { own: reference.keys.own, otherOrganization: reference.keys.otherOrganization }
    expectFound(await judgeTarget({ baseUrl: relay.url, keys, checks: await collectChecks() }))
  } finally {
    await reference.close()
  }
}
