import type { CheckTraffic } from '../checks/journal.ts'

/** The traffic of several workers as one: what a check sent from each is added up. */
export function mergeTraffic(traffic: readonly CheckTraffic[]): CheckTraffic[] {
  const sums = new Map<string, CheckTraffic>()
  for (const { check, exchanges, durationMs } of traffic) {
    const known = sums.get(check)
    sums.set(check, {
      check,
      exchanges: exchanges + (known?.exchanges ?? 0),
      durationMs: durationMs + (known?.durationMs ?? 0),
    })
  }
  return [...sums.values()]
}
