import type { JournalRecord } from '../checks/journal.ts'
import { isPartial } from '../config/configuration.ts'
import { isRecord } from '../contract/is-record.ts'
import { requirements, requirementsDigest, type RequirementId } from '../contract/requirement.ts'
import { sanitizer, sanitizeTexts } from './sanitize.ts'
import type { ConformanceReport, Problem, ReportedRequirement } from './conformance-report.ts'
import { judgeRequirement, type Seen } from './judge-requirement.ts'
import { judgeTarget } from './judge-target.ts'
import { noteOfFirstVersion, staleDeviations } from './known-deviations.ts'
import { problemsOf, type Problems } from './problems-of.ts'
import { reportedDescription, type ReportedDescription } from './reported-description.ts'
import type { RunFacts } from './run-facts.ts'
import { timeByRequirement, trafficByArea } from './traffic-by-area.ts'

/** More different findings of one requirement than this number tell a reader nothing new. */
const findingsKept = 50

/**
 * The report of a run from its observations: no clock, no files. Texts of the target are bounded and harmless, and contain no key
 * known to this process: they are sanitized before they are truncated, because half a key is not recognized.
 */
export function assembleReport(record: JournalRecord, run: RunFacts): ConformanceReport {
  const sanitize = sanitizer(run.redact)
  const harmless = sanitizeTexts(record, sanitize)
  const { redact, selected, ...texts } = run
  const facts: RunFacts = { ...sanitizeTexts(texts, sanitize), redact, selected }
  const seen = seenById(harmless)
  const judged = [...requirements.values()].map((requirement) =>
    judgeRequirement(requirement, seen(requirement.id), facts),
  )
  const problems = problemsOf(harmless, facts)
  const today = run.target.startedAt.slice(0, 10)
  const description = run.description && sanitizeTexts(reportedDescription(run.description, harmless), sanitize)
  return {
    schemaVersion: 1,
    suite: suiteOf(run),
    target: { ...facts.target, dialect: harmless.dialect, exchanges: record.exchanges },
    replay: facts.replay,
    settings: facts.settings,
    verdict: judgeTarget(judged, {
      failed: problems.fatal.length > 0,
      unanswered: problems.unanswered !== undefined,
      interrupted: problems.transport.length > 0,
      selected: run.selected !== undefined,
    }),
    summary: summarize(judged),
    requirements: withTimes(judged.map(withFewerFindings), timeByRequirement(harmless)),
    coverage: { ...harmless.coverage, statuses: statusesSeen(harmless.coverage.endpoints) },
    description,
    traffic: harmless.traffic && trafficByArea(harmless),
    problems: unlessEmpty([
      ...allProblems(problems),
      ...notes([
        ...(facts.leftBehind === undefined ? [] : [facts.leftBehind]),
        ...contradictionNote(description),
        ...droppedNotes(harmless.dialect),
        ...missingShardsNote(run),
        ...judged.flatMap(noteOfMore),
        ...judged.flatMap((row) => noteOfFirstVersion(row, facts)),
      ]),
    ]),
    staleDeviations: unlessEmpty(
      staleDeviations(facts.deviations ?? [], judged, {
        today,
        partly: isPartial(run.target.effort) || run.shard !== undefined || (run.missingShards ?? []).length > 0,
      }),
    ),
  }
}

function suiteOf({ suiteVersion }: RunFacts): ConformanceReport['suite'] {
  return {
    name: 'product-data-conformance',
    version: suiteVersion,
    contract: '1.0.0',
    requirementsDigest: requirementsDigest(),
  }
}

function notes(texts: readonly string[]): readonly Problem[] {
  return texts.map((text) => ({ kind: 'note', text }))
}

function allProblems({ fatal, unanswered, transport }: Problems): readonly Problem[] {
  return [...fatal, ...(unanswered === undefined ? [] : [unanswered]), ...transport]
}

function withFewerFindings(requirement: ReportedRequirement): ReportedRequirement {
  const { findings } = requirement
  return findings.length <= findingsKept ? requirement : { ...requirement, findings: findings.slice(0, findingsKept) }
}

function withTimes(rows: readonly ReportedRequirement[], times: ReadonlyMap<string, number>): ReportedRequirement[] {
  return rows.map((row) => {
    const time = times.get(row.id)
    return { ...row, durationMs: time && Math.round(time * 100) / 100 }
  })
}

function missingShardsNote({ missingShards = [] }: RunFacts): string[] {
  if (missingShards.length === 0) return []
  return [`the merge is incomplete: shard ${missingShards.join(', ')} is missing`]
}

function contradictionNote(description: ReportedDescription | undefined): string[] {
  const contradictions = description?.contradictions ?? []
  if (contradictions.length === 0) return []
  const names = contradictions.slice(0, 3).map((line) => line.split(': ')[0])
  const count = `${contradictions.length} point${contradictions.length === 1 ? '' : 's'}`
  const more = contradictions.length > names.length ? ', …' : ''
  return [
    `the target contradicts its own description in ${count} (${names.join(', ')}${more}); the run used what the target answered`,
  ]
}

/** A target may ignore a field that it knows by another name: one note for all bodies that lose the same fields. */
function droppedNotes(dialect: JournalRecord['dialect']): string[] {
  const losses = Object.entries(dialect).flatMap(([name, found]) =>
    isRecord(found) && Array.isArray(found['dropped']) ? [{ name, fields: found['dropped'].join(', ') }] : [],
  )
  return [...Map.groupBy(losses, ({ fields }) => fields)].map(([fields, alike]) => {
    const bodies = alike.map(({ name }) => `dialect.${name}`).join(', ')
    return `the target accepted ${fields} in a creation and did not return it; if it uses another name, declare ${bodies} in the target file`
  })
}

function noteOfMore({ id, findings }: ReportedRequirement): string[] {
  const more = findings.length - findingsKept
  return more > 0 ? [`${id}: ${more} more ${more === 1 ? 'finding is' : 'findings are'} not shown`] : []
}

function seenById(record: JournalRecord): (id: RequirementId) => Seen {
  const evaluations = Map.groupBy(record.evaluations, ({ requirement }) => requirement)
  const findings = Map.groupBy(record.findings, ({ requirement }) => requirement)
  const untested = Map.groupBy(record.untested, ({ requirement }) => requirement)
  const declared = declaredChecks(record)
  const observations = Map.groupBy(record.observations, ({ requirement }) => requirement)
  const evidence = new Map(record.evidence?.map((each) => [each.requirement, each]))
  return (id) => ({
    declared: declared.get(id) ?? [],
    evaluations: evaluations.get(id) ?? [],
    findings: findings.get(id) ?? [],
    untested: untested.get(id) ?? [],
    observations: observations.get(id) ?? [],
    evidence: evidence.get(id),
  })
}

function declaredChecks({ declared = [] }: JournalRecord): ReadonlyMap<RequirementId, readonly string[]> {
  const checks = new Map<RequirementId, Set<string>>()
  for (const { case: title, requirements: verified } of declared)
    for (const id of verified) checks.set(id, (checks.get(id) ?? new Set()).add(title))
  return new Map([...checks].map(([id, titles]) => [id, [...titles].sort()]))
}

/** Each status of the target's answers, with the endpoints that returned it. */
function statusesSeen(endpoints: JournalRecord['coverage']['endpoints']): ConformanceReport['coverage']['statuses'] {
  const rows = endpoints.flatMap(({ endpoint, statuses }) => statuses.map((status) => ({ status, endpoint })))
  return [...Map.groupBy(rows, ({ status }) => status)]
    .map(([status, seen]) => ({ status, endpoints: [...new Set(seen.map(({ endpoint }) => endpoint))] }))
    .sort((one, other) => one.status - other.status)
}

function summarize(reported: readonly ReportedRequirement[]): ConformanceReport['summary'] {
  const count = (verdict: ReportedRequirement['verdict']): number =>
    reported.filter((requirement) => requirement.verdict === verdict).length
  return {
    conforms: count('conforms'),
    violated: count('violated'),
    untested: count('untested'),
    observed: count('observed'),
    knownDeviations: reported.filter(
      ({ verdict, findings }) => verdict === 'violated' && findings.every(({ known }) => known),
    ).length,
  }
}

function unlessEmpty<Entry>(entries: readonly Entry[]): readonly Entry[] | undefined {
  return entries.length === 0 ? undefined : entries
}
