import { nothingToJudge, UntestedError } from '../checks/errors.ts'
import { whileAssumptionsHold } from './assume.ts'

/**
 * Judges several things that only the run tells, one after the other. An assumption that fails without a reason ends its own turn alone.
 * Throws `UntestedError` where there are none.
 */
export async function each<Thing>(
  things: Iterable<Thing>,
  judge: (thing: Thing, index: number) => Promise<void>,
): Promise<void> {
  let index = 0
  for (const thing of things) {
    const turn = index
    await whileAssumptionsHold(() => judge(thing, turn))
    index += 1
  }
  if (index === 0) throw new UntestedError(nothingToJudge)
}

/** What several things give, one after the other: answers to requests that must not come at the same time. */
export async function inTurn<Thing, Given>(
  things: Iterable<Thing>,
  ask: (thing: Thing) => Promise<Given>,
): Promise<readonly Given[]> {
  const given: Given[] = []
  for (const thing of things) given.push(await ask(thing))
  return given
}
