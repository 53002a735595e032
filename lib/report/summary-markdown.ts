import { areaCounts } from './area-counts.ts'
import type { ConformanceReport, ReportedRequirement } from './conformance-report.ts'
import { inOneLine, markdownCode, markdownText, shortened, withoutControlCharacters, xmlText } from './escape.ts'
import { casesIn, depthOf, partialDepthOf, violatedText } from './depth.ts'
import { untestedCasesByReason } from './untested-cases-by-reason.ts'
import { remedyOfMany, untestedByReason } from './untested-by-reason.ts'
import { violatedMarkdown } from './violated-markdown.ts'

/** A pull request comment may hold 65,536 characters; some room is left to whoever posts it. */
const longestSummary = 60_000
const longestTail = 20_000
/** The ids of all requirements in one line, where not one of them has room. */
const longestIds = 4000
const remediesShown = 3

/** The text of `summary.md`, for a CI job summary or a pull request: under 60,000 characters whatever the target sends. */
export function summaryMarkdown(report: ConformanceReport): string {
  const head = heading(report)
  const tail = shortenedSections([
    staleSection(report),
    problemSection(report),
    verdictTable(report),
    untestedSection(report),
    depthSection(report),
  ])
  const room = longestSummary - head.length - tail.length - longestIds
  return `${[head, violatedMarkdown(report, room), tail].filter((part) => part !== '').join('\n\n')}\n`
}

function heading({ target, verdict, suite, replay, requirements }: ConformanceReport): string {
  return [
    `# Conformance: ${verdict}`,
    `${verdict === 'non-conformant' ? `${violatedText({ requirements })}. ` : ''}${depthOf(requirements)}.`,
    `${markdownCode(shortened(target.name, 200))} at ${markdownCode(shortened(target.baseUrl, 300))}, ${target.mode}, effort ${target.effort}, seed ${target.seed}: ` +
      `${target.exchanges.toLocaleString('en-US')} exchanges in ${(target.durationMs / 1000).toFixed(1)} s. Suite ${markdownText(suite.version)}, contract ${suite.contract}.`,
    `Repeat: ${markdownCode(shortened(replay, 1000))}`,
  ].join('\n\n')
}

function verdictTable({ requirements, summary }: ConformanceReport): string {
  const rows = areaCounts(requirements).map(
    ({ id, title, requirements: own, conforms, violated, untested, observed }) =>
      `| ${id} | ${markdownText(title)} | ${conforms} | ${violated} | ${untested} | ${observed} | ${caseCell(own)} |`,
  )
  const { conforms, violated, untested, observed } = summary
  return [
    '## By area',
    '',
    '| area | | conforms | violated | untested | observed | cases |',
    '| --- | --- | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
    `| **all** | | **${conforms}** | **${violated}** | **${untested}** | **${observed}** | **${caseCell(requirements)}** |`,
  ].join('\n')
}

function untestedSection({ requirements }: ConformanceReport): string {
  const groups = untestedByReason(requirements)
  if (groups.length === 0) return ''
  // A line each, which can be cut from the next: what would enable most comes first, and its ids are unfolded on demand.
  const lines = groups
    .toSorted((one, other) => other.ids.length - one.ids.length)
    .map(
      ({ obstacle, ids }) =>
        `<details><summary>${ids.length}, ${obstacle.reason}. ${obstacle.remedy === undefined ? 'Cause' : 'To enable'}: <code>${xmlText(shortened(inOneLine(withoutControlCharacters(remedyOfMany(obstacle))), 300))}</code></summary>${ids.join(', ')}</details>`,
    )
  return [`## Untested (${groups.reduce((sum, { ids }) => sum + ids.length, 0)})`, lines.join('\n')].join('\n\n')
}

function caseCell(requirements: readonly ReportedRequirement[]): string {
  const { looked, known } = casesIn(requirements)
  return `${looked.toLocaleString('en-US')} of ${known.toLocaleString('en-US')}`
}

function depthSection({ requirements }: ConformanceReport): string {
  const partly = requirements.flatMap((row) => {
    const depth = partialDepthOf(row)
    return depth === undefined ? [] : [`${row.id} ${row.verdict}, ${depth}`]
  })
  if (partly.length === 0) return ''
  const reasons = untestedCasesByReason(requirements).map(({ reason, cases }) => {
    const remedies = new Set(cases.map((obstacle) => remedyOfMany(obstacle)))
    return `- ${reason} (${cases.length}): ${[...remedies].slice(0, remediesShown).map(code).join('; ')}${remedies.size > remediesShown ? '; and others' : ''}`
  })
  const which = `<details><summary>${partly.length} ${partly.length === 1 ? 'requirement' : 'requirements'}</summary>${partly.join('; ')}.</details>`
  return ['## Looked at in part', which, reasons.join('\n')].join('\n\n')
}

function problemSection({ problems }: ConformanceReport): string {
  if (!problems || problems.length === 0) return ''
  return ['## Problems of the run', problems.map((line) => `- ${code(line)}`).join('\n')].join('\n\n')
}

function staleSection({ staleDeviations }: ConformanceReport): string {
  if (!staleDeviations || staleDeviations.length === 0) return ''
  return ['## Stale deviations', staleDeviations.map((line) => `- ${code(line)}`).join('\n')].join('\n\n')
}

/** Every line of these sections stands alone, so they are cut between lines: half a code span would spoil what follows. */
function shortenedSections(sections: readonly string[]): string {
  const text = sections.filter((section) => section !== '').join('\n\n')
  if (text.length <= longestTail) return text
  return `${text.slice(0, text.lastIndexOf('\n', longestTail))}\n\nMore in \`conformance.json\`.`
}

function code(text: string): string {
  return markdownCode(shortened(text, 300))
}
