import { areTellingTimes } from '../are-telling-times.ts'
import type { HistoryLatency } from './history.ts'

/** Whether the time of an endpoint changed by more than chance. */
export function hasTellingTimes({ medianMs }: HistoryLatency): boolean {
  const known = medianMs.filter((time) => time !== undefined)
  return known.length > 1 && areTellingTimes(Math.min(...known), Math.max(...known))
}
