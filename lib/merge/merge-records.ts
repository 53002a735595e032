import type { Finding } from '../checks/finding.ts'
import type { Evaluations, Evidence, JournalRecord, Coverage, CheckTraffic } from '../checks/journal.ts'
import { settleCauses } from '../checks/settle-causes.ts'

/** The observations of several workers as one record: counts are added up, and equal ones are merged. */
export function mergeRecords(records: readonly JournalRecord[]): JournalRecord {
  // Another worker may have found the cause of a finding.
  const settled = settleCauses({
    declared: distinct(records.flatMap(({ declared = [] }) => declared)),
    evaluations: counted(records.flatMap(({ evaluations }) => evaluations)),
    evidence: mergedEvidence(records.flatMap(({ evidence = [] }) => evidence)),
    findings: records.flatMap(({ findings }) => findings),
    untested: distinct(records.flatMap(({ untested }) => untested)),
    observations: distinct(records.flatMap(({ observations }) => observations)),
    harnessProblems: records.flatMap(({ harnessProblems }) => harnessProblems),
    transportProblems: records.flatMap(({ transportProblems }) => transportProblems),
    exchanges: records.reduce((sum, { exchanges }) => sum + exchanges, 0),
    traffic: mergeTraffic(records.flatMap(({ traffic = [] }) => traffic)),
    coverage: mergeCoverage(records.map(({ coverage }) => coverage)),
    dialect: Object.fromEntries(records.flatMap(({ dialect }) => Object.entries(dialect))),
  })
  return {
    ...settled,
    findings: sorted(grouped(settled.findings), ({ requirement, check, claim }) => [requirement, check, claim]),
    untested: sorted(settled.untested, ({ requirement, check }) => [requirement, check]),
    observations: sorted(settled.observations, ({ requirement, name, value }) => [requirement, name, value]),
  }
}

/** Checks run concurrently: the order of their observations is chance, and no report depends on it. */
function sorted<Entry>(entries: readonly Entry[], keyOf: (entry: Entry) => readonly string[]): Entry[] {
  const keyed = entries.map((entry) => ({ entry, key: keyOf(entry).join('\n') }))
  return keyed.sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0)).map(({ entry }) => entry)
}

function counted(evaluations: readonly Evaluations[]): Evaluations[] {
  const sums = new Map<string, Evaluations>()
  for (const entry of evaluations) {
    const key = `${entry.requirement}\n${entry.check}\n${entry.case ?? ''}`
    sums.set(key, { ...entry, count: entry.count + (sums.get(key)?.count ?? 0) })
  }
  return [...sums.values()]
}

/** One exchange per requirement, from the first worker that has one, and the endpoints of all. */
function mergedEvidence(evidence: readonly Evidence[]): Evidence[] {
  const byRequirement = Map.groupBy(evidence, ({ requirement }) => requirement)
  return [...byRequirement.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const endpoints = new Set([first, ...others].flatMap((one) => one.endpoints))
    return [{ ...first, endpoints: [...endpoints].sort() }]
  })
}

/** One finding per signature: the first one is kept, and the occurrences are added up. */
function grouped(findings: readonly Finding[]): Finding[] {
  const groups = new Map<string, Finding>()
  for (const finding of findings) {
    const first = groups.get(finding.signature) ?? { ...finding, occurrences: 0 }
    groups.set(finding.signature, { ...first, occurrences: first.occurrences + finding.occurrences })
  }
  return [...groups.values()]
}

/** Each of several equal entries once. */
export function distinct<Entry>(entries: readonly Entry[]): Entry[] {
  return [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()]
}

type EndpointCoverage = Coverage['endpoints'][number]

/** The coverage of several workers as one. */
function mergeCoverage(coverages: readonly Coverage[]): Coverage {
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

/** The single times are not available, so the medians are averaged, weighted by their exchanges. */
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

/** The traffic of several workers together: the requests of a check are added up. */
function mergeTraffic(traffic: readonly CheckTraffic[]): CheckTraffic[] {
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
