import { expect } from 'vitest'
import { runOnWrongIds, type Ending } from './run-on-wrong-ids.ts'
import type { WrongIds } from './wrong-ids.ts'

/** Expects a run to change nothing of others, to name what it leaves, and to blame the target where it is to blame, and only there. */
export async function expectLeftAlone(kind: WrongIds, ending: Ending): Promise<void> {
  const { changed, unnamed, violated, writes } = await runOnWrongIds(kind, ending)
  expect(changed).toEqual([])
  expect(unnamed).toEqual([])
  expect(writes).toBeGreaterThan(10)
  if (kind.breaks === false) expect(violated).toEqual([])
  // A run that is interrupted may not have come to it.
  if (kind.breaks === true && ending === 'usual') expect(violated).not.toEqual([])
  if (typeof kind.breaks === 'string' && ending === 'usual') expect(violated).toContain(kind.breaks)
}
