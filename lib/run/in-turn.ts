/** What several things give, one after the other: answers to requests that must not come at the same time. */
export async function inTurn<Thing, Given>(
  things: Iterable<Thing>,
  ask: (thing: Thing) => Promise<Given>,
): Promise<readonly Given[]> {
  const given: Given[] = []
  for (const thing of things) given.push(await ask(thing))
  return given
}
