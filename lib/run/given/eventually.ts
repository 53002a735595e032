import { setTimeout as pause } from 'node:timers/promises'
import type { Session } from '../session.ts'

export interface Eventually {
  /**
   * Looks until what is due has come, 10 s at most, and gives what was seen last: for whatever may lawfully be late, such as
   * cascades, jobs, computed results and the indexes of lists and searches. That it is late is the concern of GEN-06 alone.
   */
  eventually<Seen>(look: () => Promise<Seen>, isDue: (seen: Seen) => boolean): Promise<Seen>
}

const longestMs = 10_000
const pauseMs = { first: 50, longest: 1000 } as const

/** Waiting of one check: each wait in vain halves the next, so that shrinking an input does not take forever. */
export function createEventually({ latenessMs }: Pick<Session, 'latenessMs'>): Eventually {
  let timeoutMs = latenessMs ?? longestMs
  return {
    eventually: async (look, isDue) => {
      const end = Date.now() + timeoutMs
      for (let next: number = pauseMs.first; ; next = Math.min(next * 2, pauseMs.longest)) {
        const seen = await look()
        if (isDue(seen)) return seen
        const left = end - Date.now()
        if (left <= 0) {
          timeoutMs /= 2
          return seen
        }
        await pause(Math.min(next, left))
      }
    },
  }
}
