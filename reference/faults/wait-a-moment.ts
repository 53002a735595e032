import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'

const turns = 50

/**
 * Lets what arrives at the same time in between: some milliseconds, and after them turns of the event loop, since what arrived while
 * the machine stood still waits to be read.
 */
export async function waitAMoment(): Promise<void> {
  await sleep(25)
  for (let taken = 0; taken < turns; taken += 1) await turn()
}
