import { setTimeout as pause } from 'node:timers/promises'
import { rateStateOf, type CheckContext } from '#suite'

const inABurst = 10
const afterABurst = 300
/** A new window begins now and then, not each time. */
const attemptsToBeSure = 4

/** Why nothing can be told if what remains comes back by itself as fast as it is used. */
export const filledUpAgain = {
  reason: 'capability-absent',
  cause: 'X-RateLimit-Remaining rose again between two requests, so the run could not tell what lowered it',
} as const

/** A burst shows in what remains, and a little later in the same window it is given back: a bucket that fills up gradually. */
export async function refillsGradually({ api }: Pick<CheckContext, 'api'>): Promise<boolean> {
  const read = async () => rateStateOf(await api.send('listWorkspaces', { query: { limit: 1 } }))
  for (let attempt = 0; attempt < attemptsToBeSure; attempt += 1) {
    const { remaining: before = 0 } = await read()
    const burst = await Promise.all(Array.from({ length: inABurst }, read))
    const least = Math.min(...burst.map(({ remaining }) => remaining ?? Number.POSITIVE_INFINITY))
    const most = Math.max(...burst.map(({ remaining }) => remaining ?? 0))
    await pause(afterABurst)
    const { remaining = 0 } = await read()
    if (least === most || remaining <= least) return false
    // A count of what was used rises with the requests, by one with each, and never falls.
    if (least > before && remaining === most + 1) return false
  }
  return true
}
