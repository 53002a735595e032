import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'

const turns = 50

const hurrying = new AsyncLocalStorage<true>()

/**
 * Lets what arrives at the same time in between: some milliseconds, and after them turns of the event loop, since what arrived while
 * the machine stood still waits to be read.
 */
export async function waitAMoment(): Promise<void> {
  if (hurrying.getStore()) return
  await sleep(25)
  for (let taken = 0; taken < turns; taken += 1) await turn()
}

/** Does some work in which no moment is waited: hundreds of faults are watched at once, and what they would do is thrown away. */
export function withoutMoments<Result>(work: () => Result): Result {
  return hurrying.run(true, work)
}
