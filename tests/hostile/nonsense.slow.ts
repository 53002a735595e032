import { describe, expect, test } from 'vitest'
import { expectSoundEnd } from './expect-sound-end.ts'
import { expectSpoilFound } from './expect-spoil-found.ts'
import { judgeTurned } from './judge-turned.ts'
import type { SpoilName } from './spoils.ts'

test.concurrent.each(['always 500', 'random valid bodies without memory'] as const)(
  'the command finds a server non-conformant that answers nonsense: %s',
  async (name) => {
    const judged = await judgeTurned(name)
    expectSoundEnd(judged)
    expect(judged.report?.verdict).toBe('non-conformant')
    expect(judged.code).toBe(1)
  },
)

describe('a service that changes its answers is caught, and no check stumbles over them', () => {
  const changed = [
    'announces too little',
    'is no UTF-8',
    'deeply nested',
    '503 now and then',
    'control characters in names',
  ] as const satisfies readonly SpoilName[]
  test.concurrent.each(changed)('%s', (name) => expectSpoilFound(name))
})
