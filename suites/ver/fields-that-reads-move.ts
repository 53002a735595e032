import { isRecord, sameTime, asText } from '#suite'

/** A record or a list as of a version, and how the same is read again. */
export interface Reading {
  readonly shown: unknown
  readonly readAgain: () => Promise<unknown>
}

/**
 * The fields that are not compared between two reads of a version: a time that differs between them, and moves when either is read
 * again. That reads move it is the concern of GEN-04.
 */
export async function fieldsThatReadsMove(readings: readonly [Reading, Reading]): Promise<readonly string[]> {
  const [one, other] = readings
  if (haveSameTimes(one.shown, other.shown)) return []
  for (const { shown, readAgain } of readings) if (!haveSameTimes(shown, await readAgain())) return ['updatedAt']
  return []
}

/** Whether two answers show the same times of what both show. */
function haveSameTimes(one: unknown, other: unknown): boolean {
  const later = timesIn(other)
  return [...timesIn(one)].every(([id, time]) => !later.has(id) || sameTime(time, later.get(id)))
}

/** Times by id; of a record that stands by itself there is but one. */
function timesIn(shown: unknown): ReadonlyMap<string, unknown> {
  if (!isRecord(shown)) return new Map()
  const items: unknown = shown['items']
  if (!Array.isArray(items)) return new Map([['', shown['updatedAt']]])
  return new Map(items.filter(isRecord).map(({ id, updatedAt }) => [asText(id).toLowerCase(), updatedAt]))
}
