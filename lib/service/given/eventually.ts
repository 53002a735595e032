import { setTimeout as pause } from 'node:timers/promises'
import type { Session } from '../../run/session.ts'

export interface Eventually {
  /**
   * Reads again until the expected result is there, with pauses of at most 10 s in all, and returns the last one: for everything
   * that may lawfully be late, such as cascades, jobs, computed results and the indexes of lists and searches. Only GEN-06 judges
   * the delay.
   */
  eventually<Seen>(look: () => Promise<Seen>, isDue: (seen: Seen) => boolean): Promise<Seen>
}

const longestMs = 10_000
const pauseMs = { first: 50, longest: 1000 } as const

/**
 * The waiting of one check: each wait in vain halves the next one, so that shrinking does not take for ever. Only pauses count,
 * so a paused machine loses no attempt.
 */
export function createEventually({ latenessMs }: Pick<Session, 'latenessMs'>): Eventually {
  let timeoutMs = latenessMs ?? longestMs
  return {
    eventually: async (look, isDue) => {
      let left = timeoutMs
      for (let next: number = pauseMs.first; ; next = Math.min(next * 2, pauseMs.longest)) {
        const seen = await look()
        if (isDue(seen)) return seen
        if (left <= 0) {
          timeoutMs /= 2
          return seen
        }
        const ms = Math.min(next, left)
        await pause(ms)
        left -= ms
      }
    },
  }
}
