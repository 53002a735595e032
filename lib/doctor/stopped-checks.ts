import type { Obstacle } from '../checks/errors.ts'
import type { Check } from '../run/check.ts'
import { isKnownToUse } from '../run/check-cost.ts'
import type { FoundFixture } from '../service/fixtures/found-fixture.ts'
import type { LearnedDialect } from './learn-dialect.ts'

interface Looked {
  readonly creations: Pick<LearnedDialect, 'found' | 'missing'>
  readonly fixtures: readonly FoundFixture[]
  /** How many workspaces there are. */
  readonly workspaces: number
}

/** What is known to stop a check on this target, of what it created or found on the reference; the first of several. */
export function stopOf({ creations, fixtures, workspaces }: Looked): (check: Check) => Obstacle | undefined {
  const cannotCreate = (name: string): boolean =>
    Object.keys(creations.missing).some((one) => one.startsWith(name)) &&
    !Object.keys(creations.found).some((one) => one.startsWith(name))
  const isNone = (name: string): boolean => fixtures.some((fixture) => fixture.name === name && !fixture.found)
  const stops = [
    { letter: 'i', applies: cannotCreate('itemCreate'), obstacle: undeclared('itemCreate') },
    { letter: 'p', applies: cannotCreate('propertyCreate'), obstacle: undeclared('propertyCreate') },
    { letter: 'I', applies: cannotCreate('itemBulk'), obstacle: undeclared('itemBulk') },
    { letter: 'P', applies: cannotCreate('propertyBulk'), obstacle: undeclared('propertyBulk') },
    { letter: 'w', applies: workspaces === 1, obstacle: oneWorkspace },
    { letter: 'f', applies: cannotCreate('itemCreate') && isNone('files'), obstacle: undeclared('itemCreate') },
    {
      letter: 'q',
      applies: cannotCreate('itemCreate') && isNone('property types'),
      obstacle: undeclared('itemCreate'),
    },
  ].filter(({ applies }) => applies)
  return (check) => stops.find(({ letter }) => isKnownToUse(check, letter))?.obstacle
}

function undeclared(name: string): Obstacle {
  return { reason: 'capability-absent', needs: 'dialect', remedy: `declare dialect.${name} in the target file` }
}

const oneWorkspace: Obstacle = {
  reason: 'missing-fixture',
  needs: 'fixture:two-workspaces',
  remedy: 'create a second workspace in the web application',
}
