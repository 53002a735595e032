import { nothingToJudge, UntestedError } from '../checks/errors.ts'
import { whileAssumptionsHold } from './assume.ts'
import { hasJudgedEnough, sentSoFar } from './preparation.ts'

/**
 * Judges several things, which are known only during the run, one after the other: at the lowest effort until each requirement of
 * the check is evaluated. A failed assumption without a reason ends only its own turn. Throws `UntestedError` if there are none.
 */
export async function each<Thing>(
  things: Iterable<Thing>,
  judge: (thing: Thing, index: number) => Promise<void>,
): Promise<void> {
  let index = 0
  for (const thing of things) {
    const turn = index
    const sentBefore = sentSoFar()
    await whileAssumptionsHold(() => judge(thing, turn))
    index += 1
    if (hasJudgedEnough(sentBefore)) return
  }
  if (index === 0) throw new UntestedError(nothingToJudge)
}

/** The results of several things, one after the other: for requests that must not be simultaneous. */
export async function inTurn<Thing, Given>(
  things: Iterable<Thing>,
  ask: (thing: Thing) => Promise<Given>,
): Promise<readonly Given[]> {
  const given: Given[] = []
  for (const thing of things) given.push(await ask(thing))
  return given
}
