import type { CheckTraffic, JournalRecord } from '../checks/journal.ts'
import { areas, requirements } from '../contract/requirement.ts'
import type { ReportedTraffic } from './conformance-report.ts'

/** The cost of the checks of each area for the target, in the order of the catalogue; requests without an area come last. */
export function trafficByArea(record: JournalRecord): ReportedTraffic[] {
  const areaOf = areaByCheck(record)
  const byArea = Map.groupBy(record.traffic ?? [], ({ check }) => areaOf.get(check))
  return [...areas.map(({ id }) => id), undefined].flatMap((area) => {
    const own = byArea.get(area)
    return own ? [{ ...(area === undefined ? {} : { area }), ...sum(own) }] : []
  })
}

function sum(traffic: readonly CheckTraffic[]): Omit<ReportedTraffic, 'area'> {
  const milliseconds = traffic.reduce((total, { durationMs }) => total + durationMs, 0)
  return {
    checks: new Set(traffic.map(({ check }) => check)).size,
    exchanges: traffic.reduce((total, { exchanges }) => total + exchanges, 0),
    durationMs: Math.round(milliseconds * 100) / 100,
  }
}

/** A check belongs to the area of most of its requirements. */
function areaByCheck({ evaluations, findings, untested }: JournalRecord): Map<string, string> {
  const byCheck = Map.groupBy([...evaluations, ...findings, ...untested], ({ check }) => check)
  return new Map(
    [...byCheck].flatMap(([check, entries]) => {
      const ids = new Set(entries.map(({ requirement }) => requirement))
      const votes = Map.groupBy(ids, (id) => requirements.get(id)?.area ?? '')
      const [first] = [...votes].sort((one, other) => other[1].length - one[1].length)
      return first ? [[check, first[0]] as const] : []
    }),
  )
}

/**
 * Milliseconds spent waiting for answers, by requirement: the time of a check is divided evenly among its requirements, so that
 * the times add up. Passive checks cost nothing of their own.
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
