import { scriptName } from '../checks/finding.ts'
import { counted, grouped } from '../wording/figures.ts'
import { withoutIds } from '../wording/request-words.ts'
import { recordRemark } from '../wording/statement-words.ts'
import { blockedWords, servedWords } from '../wording/verdict-words.ts'
import type { ReportedRequirement } from './conformance-report.ts'
import { casesIn, depthOf, partialDepthOf, violatedText } from './document/depth.ts'
import type { RunDocument, ShownViolation } from './document/run-document.ts'
import { inLine, type ShownFinding } from './document/shown-finding.ts'
import { markdownBlock, markdownCode, markdownText, xmlText } from './escape.ts'
import { problemLine } from './problems-of.ts'

/** A pull request comment may have 65,536 characters; some of them are left to the tool that posts it. */
const longestSummary = 60_000
const longestLists = 10_000
const longestTail = 20_000
/** The ids of all requirements on one line, if none of them fits. */
const longestIds = 4000
const longestCommand = 2000
const remediesShown = 3
const findingsShown = 3
const placesShown = 8

/** The text of `summary.md`, for a CI job summary or a pull request: under 60,000 characters whatever the target sends. */
export function summaryMarkdown(document: RunDocument): string {
  const head = heading(document)
  const { staleDeviations, problems } = document.report
  const lists = [list('Stale deviations', staleDeviations), list('Problems of the run', problems?.map(problemLine))]
  const tail = parts([
    shortenedSections(lists, longestLists),
    verdictTable(document),
    shortenedSections([untestedSection(document), depthSection(document)], longestTail),
  ])
  const room = longestSummary - head.length - tail.length - longestIds
  return `${parts([head, violatedSection(document, room), tail])}\n`
}

function heading({ report }: RunDocument): string {
  const { target, verdict, suite, replay, requirements } = report
  return [
    `# Conformance: ${verdict}`,
    `${verdict === 'non-conformant' ? `${violatedText({ requirements })}. ` : ''}${depthOf(report)}.`,
    `${code(target.name)} at ${code(target.baseUrl)}, ${target.mode}, effort ${target.effort}, seed ${target.seed}: ` +
      `${grouped(target.exchanges)} exchanges in ${(target.durationMs / 1000).toFixed(1)} s. Suite ${markdownText(suite.version)}, contract ${suite.contract}.`,
    `Repeat: ${markdownCode(inLine(replay, 1000))}`,
  ].join('\n\n')
}

/** Each violated requirement with as many findings as fit; the ids of the others are listed. */
function violatedSection({ violations }: RunDocument, room: number): string {
  if (violations.length === 0) return ''
  const shown: string[] = []
  let length = 0
  for (const violation of violations) {
    const section = requirementSection(violation)
    length += section.length + 2
    if (length > room) break
    shown.push(section)
  }
  const left = violations.slice(shown.length).map(({ requirement }) => requirement.id)
  const rest = left.length === 0 ? [] : [`Omitted to save space (see \`conformance.json\`): ${left.join(', ')}`]
  return ['## Violated', ...shown, ...rest].join('\n\n')
}

function requirementSection({ requirement, mark, findings, blocks, consequences }: ShownViolation): string {
  const { id, kind, statement, source } = requirement
  const left = findings.length - findingsShown
  return [
    `### ${id}: ${markdownText(statement)}`,
    `${kind}${mark === 'warning' ? ', warns only' : ''}; ${markdownText(source)}`,
    ...findings.slice(0, findingsShown).map((finding) => findingSection(finding)),
    ...(left > 0 ? [`and ${left} more in \`conformance.json\``] : []),
    ...(blocks > 0
      ? [
          `Until it is fixed, it ${blockedWords(
            blocks,
            consequences.map((row) => row.id),
          )}.`,
        ]
      : []),
  ].join('\n\n')
}

function findingSection(shown: ShownFinding): string {
  const { finding, request, says, expected, received, occurrences, notes, places, servedWithoutKey } = shown
  const where = request === undefined ? '' : `${markdownCode(request)}: `
  const elsewhere = [...new Set(places.flatMap((place) => place.request ?? []).map(withoutIds))]
  return [
    ...(servedWithoutKey ? [`**${servedWords(servedWithoutKey)}**`] : []),
    [
      `${where}expected ${markdownCode(expected)}, received ${markdownCode(received)}`,
      markdownText(recordRemark(finding.failure)),
      occurrences > 1 ? `(${occurrences} times)` : '',
    ]
      .filter((part) => part !== '')
      .join(' '),
    `Failed claim: ${markdownCode(says)}`,
    ...(elsewhere.length > 0 ? [`Also: ${listed(elsewhere, placesShown, ' · ')}`] : []),
    ...notes
      .filter(({ label }) => label !== 'reproduce' && label !== 'replay')
      .map(
        ({ label, texts }) =>
          `${label.charAt(0).toUpperCase()}${label.slice(1)}: ${texts.map(markdownCode).join(' · ')}`,
      ),
    reproduction(shown),
  ].join('\n\n')
}

function reproduction({ finding, command }: ShownFinding): string {
  const { signature, replay, script } = finding
  const needs = script?.needs
  const comment = needs === undefined ? 'the fewest requests; BREACH, KEPT or UNDECIDED' : `needs ${needs}`
  const lines = [
    ...(script ? [`sh ${scriptName(finding)}  # ${comment}`] : []),
    ...(command === undefined
      ? []
      : [command.length > longestCommand ? '# the command is long; see conformance.json' : command]),
    ...(replay === undefined ? [] : ['', `# ${replay}`]),
  ]
  const summary = `<details><summary>Reproduce (signature ${signature})</summary>`
  return [summary, markdownBlock(lines.join('\n'), 'sh'), '</details>'].join('\n\n')
}

/** The first texts, and the number of the others. */
function listed(texts: readonly string[], shown: number, separator: string): string {
  const others = texts.length > shown ? [`and ${texts.length - shown} more`] : []
  return [...texts.slice(0, shown).map(markdownCode), ...others].join(separator)
}

function verdictTable({ areas, report: { requirements, summary } }: RunDocument): string {
  const rows = areas.map(
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

function caseCell(requirements: readonly ReportedRequirement[]): string {
  const { looked, known } = casesIn(requirements)
  return `${grouped(looked)} of ${grouped(known)}`
}

/** One line each, which can be truncated: the remedy with the most effect comes first, and its ids can be unfolded. */
function untestedSection({ untested }: RunDocument): string {
  if (untested.length === 0) return ''
  const lines = untested.map(
    ({ reason, says, isRemedy, requirements }) =>
      `<details><summary>${counted(requirements.length, 'requirement')}, ${reason}. ${isRemedy ? 'Remedy' : 'Cause'}: <code>${xmlText(says)}</code></summary>${requirements.map(({ id }) => id).join(', ')}</details>`,
  )
  const total = untested.reduce((sum, { requirements }) => sum + requirements.length, 0)
  return [`## Untested (${total})`, lines.join('\n')].join('\n\n')
}

function depthSection({ report: { requirements }, untestedCases }: RunDocument): string {
  const partly = requirements.flatMap((row) => {
    const depth = partialDepthOf(row)
    return depth === undefined ? [] : [`${row.id} ${row.verdict}, ${depth}`]
  })
  if (partly.length === 0) return ''
  const reasons = untestedCases.map(
    ({ reason, obstacles, cases }) =>
      `- ${counted(cases, 'case')} not evaluated, ${reason}: ${listed(obstacles, remediesShown, '; ')}`,
  )
  const which = `<details><summary>${counted(partly.length, 'requirement')}</summary>${partly.join('; ')}.</details>`
  return ['## Evaluated in part', which, reasons.join('\n')].join('\n\n')
}

function list(title: string, lines: readonly string[] = []): string {
  return lines.length === 0 ? '' : [`## ${title}`, lines.map((one) => `- ${code(one)}`).join('\n')].join('\n\n')
}

/** Every line of these sections is complete, so they are cut between lines: half a code span would break the rest. */
function shortenedSections(sections: readonly string[], longest: number): string {
  const text = parts(sections)
  if (text.length <= longest) return text
  return `${text.slice(0, text.lastIndexOf('\n', longest))}\n\nMore in \`conformance.json\`.`
}

function parts(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n')
}

function code(text: string): string {
  return markdownCode(inLine(text))
}
