import type { Coverage } from '../checks/journal.ts'

type EndpointCoverage = Coverage['endpoints'][number]

/** The coverage of several workers as one. */
export function mergeCoverage(coverages: readonly Coverage[]): Coverage {
  return {
    endpoints: gather(
      coverages.flatMap(({ endpoints }) => endpoints),
      ({ endpoint, method, path }) => [endpoint, method, path],
      addEndpoints,
    ),
    fields: gather(
      coverages.flatMap(({ fields }) => fields),
      ({ schema, field }) => [schema, field],
      (one, other) => ({ ...one, seen: one.seen + other.seen }),
    ),
    enumValues: gather(
      coverages.flatMap(({ enumValues }) => enumValues),
      ({ schema, field, value }) => [schema, field, value],
      (one, other) => ({ ...one, seen: one.seen + other.seen }),
    ),
  }
}

/** The times themselves are gone, so the medians are averaged by the weight of their exchanges. */
function addEndpoints(one: EndpointCoverage, other: EndpointCoverage): EndpointCoverage {
  const exchanges = one.exchanges + other.exchanges
  const weighted = one.medianMs * one.exchanges + other.medianMs * other.exchanges
  return {
    ...one,
    exchanges,
    statuses: [...new Set([...one.statuses, ...other.statuses])].sort((a, b) => a - b),
    medianMs: exchanges === 0 ? 0 : weighted / exchanges,
  }
}

function gather<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => readonly string[],
  add: (one: Row, other: Row) => Row,
): Row[] {
  const gathered = new Map<string, Row>()
  for (const row of rows) {
    const key = JSON.stringify(keyOf(row))
    const known = gathered.get(key)
    gathered.set(key, known === undefined ? row : add(known, row))
  }
  return [...gathered.values()]
}
