import type { JournalRecord } from '../checks/journal.ts'

/**
 * Milliseconds in which answers were waited for, by requirement: the time of a check is divided evenly among those that it
 * had to do with, so that the times add up. What is judged on every exchange costs nothing of its own.
 */
export function timeByRequirement({
  traffic = [],
  evaluations,
  findings,
  untested,
}: JournalRecord): ReadonlyMap<string, number> {
  const byCheck = Map.groupBy([...evaluations, ...findings, ...untested], ({ check }) => check)
  const times = new Map<string, number>()
  for (const { check, durationMs } of traffic) {
    const ids = new Set(byCheck.get(check)?.map(({ requirement }) => requirement))
    for (const id of ids) times.set(id, (times.get(id) ?? 0) + durationMs / ids.size)
  }
  return times
}
