import type { RequirementVerdict } from '../report/conformance-report.ts'
import { areTellingTimes } from './are-telling-times.ts'
import type { CatalogueRow, Comparison, DepthChange, Latency, Transition } from './comparison.ts'

/** One line: what it is about. */
export interface Row {
  /** Our own words. */
  readonly subject: string
  /** A rule, in the words of the catalogue. */
  readonly statement?: string
  /** What is said of it, in which there may be words of the target. */
  readonly text?: string
  /** The verdicts that it had and has. */
  readonly verdicts?: Readonly<Record<'old' | 'new', RequirementVerdict>>
}

export interface Section {
  readonly title: string
  readonly rows: readonly Row[]
}

/** The comparison as lines for people, the weightiest first; sections without a row are left out. */
export function comparisonSections(comparison: Comparison): Section[] {
  return [...verdictSections(comparison), ...driftSections(comparison)]
}

/** What differs in the verdicts, and in what they rest on. */
export function verdictSections(comparison: Comparison): Section[] {
  return withRows([
    { title: 'Newly violated', rows: comparison.newlyViolated.map((row) => transitionRow(row)) },
    { title: 'Newly untested', rows: comparison.newlyUntested.map((row) => transitionRow(row)) },
    { title: 'Fixed', rows: comparison.fixed.map((row) => transitionRow(row)) },
    { title: 'Newly evaluated', rows: comparison.newlyLookedAt.map((row) => transitionRow(row)) },
    { title: 'Same verdict, fewer cases looked at', rows: depthRows(comparison, 'lost') },
    { title: 'Same verdict, more cases looked at', rows: depthRows(comparison, 'gained') },
    {
      title: 'Violated in both, by other findings',
      rows: comparison.findings.map(({ requirement, signature, change, message }) => ({
        subject: `${requirement} ${change}`,
        text: `${message} (${signature})`,
      })),
    },
    { title: 'Requirements added', rows: comparison.added.map((row) => catalogueRow(row)) },
    { title: 'Requirements removed', rows: comparison.removed.map((row) => catalogueRow(row)) },
  ])
}

/** What differs where the contract is silent. */
function driftSections(comparison: Comparison): Section[] {
  return withRows([
    {
      title: 'Drift of what the contract leaves open',
      rows: comparison.observations.map((drift) => ({
        subject: drift.of,
        text: `${drift.name}: ${listed(drift.old)} → ${listed(drift.new)}`,
      })),
    },
    {
      title: 'Drift of what was observed',
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

function withRows(sections: readonly Section[]): Section[] {
  return sections.filter(({ rows }) => rows.length > 0)
}

/** Whether a difference can only be the target's. */
export function attribution({ suite }: Comparison): string {
  return suite.length === 0
    ? 'The suite is the same: what differs is the target, or how it was run.'
    : 'The suite has changed: a difference may be its own. One suite run against both tells them apart.'
}

function transitionRow({ id, kind, old, new: now, statement, why, accepted }: Transition): Row {
  const note = accepted ? ', accepted' : ''
  return {
    subject: `${id} ${old} → ${now} (${kind}${note})`,
    statement,
    verdicts: { old, new: now },
    ...(why === undefined ? {} : { text: why }),
  }
}

function depthRows({ depth }: Comparison, change: DepthChange['change']): Row[] {
  return depth
    .filter((row) => row.change === change)
    .map(({ id, old, new: now }) => ({
      subject: id,
      text: `${old.looked} of ${old.known} cases → ${now.looked} of ${now.known}`,
    }))
}

function catalogueRow({ id, verdict, statement }: CatalogueRow): Row {
  return { subject: `${id} ${verdict}`, statement }
}

function latencyRow({ endpoint, oldMs, newMs, ratio }: Latency): Row {
  return { subject: endpoint, text: `median ${oldMs} ms → ${newMs} ms (× ${ratio})` }
}

function listed(values: readonly string[]): string {
  return values.length === 0 ? 'not observed' : values.join(' | ')
}
