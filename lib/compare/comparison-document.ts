import type { ResultDocument, ResultSide, ResultRow, RowSection } from '../report/document/result-document.ts'
import { areTellingTimes } from './comparison.ts'
import type { CatalogueRow, ComparedRun, Comparison, DepthChange, Latency, Transition } from './comparison.ts'
import { isWrongWayRound } from './run-differences.ts'
import { startedText } from '../wording/figures.ts'

/** The addresses of the pages of the two runs, if they exist. */
export interface PagesOfRuns {
  readonly old?: string | undefined
  readonly new?: string | undefined
}

/** The comparison of two runs, for people: the most important first. */
export function comparisonDocument(comparison: Comparison, pages: PagesOfRuns = {}): ResultDocument {
  const { old, new: now, regressions } = comparison
  const isWorse = regressions.length > 0
  const wrongWay = 'The old run started after the new one: the two may be swapped. '
  return {
    eyebrow: 'Comparison of two runs',
    headline: isWorse ? 'regression' : 'no regression',
    mark: isWorse ? 'violated' : 'conforms',
    lead: `${isWrongWayRound(comparison) ? wrongWay : ''}${attribution(comparison)}`,
    sides: [sideOf(old, pages.old), sideOf(now, pages.new)],
    weighty: regressions,
    sections: [...madeDifferently(comparison), ...verdictSections(comparison), ...driftSections(comparison)],
    nothing: 'nothing differs',
    conclusion: isWorse ? regressions.map((line) => `regression: ${line}`) : ['no regression'],
    madeOf: 'the conformance.json of both runs',
    whole: 'compare --json',
  }
}

function sideOf({ name, baseUrl, verdict, startedAt, version }: ComparedRun, page: string | undefined): ResultSide {
  return { name, baseUrl, verdict, facts: [startedText(startedAt), `suite ${version}`], page }
}

function madeDifferently({ suite, runs }: Comparison): RowSection[] {
  const rows = [...suite.map((text) => ({ subject: 'suite', text })), ...runs.map((text) => ({ subject: 'run', text }))]
  return withRows([{ title: 'Made differently', rows }])
}

/** The differences in the verdicts and in their evidence. */
export function verdictSections(comparison: Comparison): RowSection[] {
  return withRows([
    { title: 'Newly violated', rows: comparison.newlyViolated.map((row) => transitionRow(row)) },
    { title: 'Newly untested', rows: comparison.newlyUntested.map((row) => transitionRow(row)) },
    { title: 'Fixed', rows: comparison.fixed.map((row) => transitionRow(row)) },
    { title: 'Newly evaluated', rows: comparison.newlyLookedAt.map((row) => transitionRow(row)) },
    { title: 'Same verdict, fewer cases evaluated', rows: depthRows(comparison, 'lost') },
    { title: 'Same verdict, more cases evaluated', rows: depthRows(comparison, 'gained') },
    {
      title: 'Violated in both, with different findings',
      rows: comparison.findings.map(({ requirement, signature, change, message }) => ({
        subject: `${requirement} ${change}`,
        text: `${message} (${signature})`,
      })),
    },
    { title: 'Requirements added', rows: comparison.added.map((row) => catalogueRow(row)) },
    { title: 'Requirements removed', rows: comparison.removed.map((row) => catalogueRow(row)) },
  ])
}

/** What differs if the contract is silent. */
function driftSections(comparison: Comparison): RowSection[] {
  return withRows([
    {
      title: 'Drift in what the contract leaves open',
      rows: comparison.observations.map((drift) => ({
        subject: drift.of,
        text: `${drift.name}: ${listed(drift.old)} → ${listed(drift.new)}`,
      })),
    },
    {
      title: 'Drift in observed fields and values',
      rows: comparison.coverage.map(({ sort, name, change }) => ({ subject: `${sort} ${change}`, text: name })),
    },
    {
      title: 'Latency (information only)',
      rows: comparison.latency
        .filter(({ oldMs, newMs }) => areTellingTimes(oldMs, newMs))
        .map((row) => latencyRow(row)),
    },
  ])
}

function withRows(sections: readonly RowSection[]): RowSection[] {
  return sections.filter(({ rows }) => rows.length > 0)
}

/** Whether a difference can only be the target's. */
function attribution({ suite }: Comparison): string {
  return suite.length === 0
    ? 'Both runs used the same suite: the target differs, or the settings of the run.'
    : 'The suite has changed, so a difference may come from it. Run one suite against both targets to tell.'
}

function transitionRow({ id, kind, old, new: now, statement, why, accepted }: Transition): ResultRow {
  const note = accepted ? ', accepted' : ''
  return {
    subject: `${id} ${old} → ${now} (${kind}${note})`,
    statement,
    verdicts: { old, new: now },
    ...(why === undefined ? {} : { text: why }),
  }
}

function depthRows({ depth }: Comparison, change: DepthChange['change']): ResultRow[] {
  return depth
    .filter((row) => row.change === change)
    .map(({ id, old, new: now }) => ({
      subject: id,
      text: `${old.looked} of ${old.known} cases → ${now.looked} of ${now.known}`,
    }))
}

function catalogueRow({ id, verdict, statement }: CatalogueRow): ResultRow {
  return { subject: `${id} ${verdict}`, statement }
}

function latencyRow({ endpoint, oldMs, newMs, ratio }: Latency): ResultRow {
  return { subject: endpoint, text: `median ${oldMs} ms → ${newMs} ms (× ${ratio})` }
}

function listed(values: readonly string[]): string {
  return values.length === 0 ? 'not observed' : values.join(' | ')
}
