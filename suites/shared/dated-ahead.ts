import { fieldOf, instantOf, type Exchange } from '#suite'

/** Clocks of several machines may differ by less. */
const tolerance = 600_000

/** Whether a record was created with a time that is not there yet: a change is dated later still. */
export function isDatedAhead(record: Exchange): boolean {
  const created = instantOf(fieldOf(record, 'createdAt'))
  return created !== undefined && created.milliseconds > Date.parse(record.headers['date'] ?? '') + tolerance
}
