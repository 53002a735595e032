import { obstacleText } from '../checks/errors.ts'
import type { ConformanceReport, ReportedRequirement } from './conformance-report.ts'
import { partialDepthOf } from './document/depth.ts'
import type { RunDocument, ShownViolation } from './document/run-document.ts'
import { claimLine, findingText, inLine } from './document/shown-finding.ts'
import { shortened, xmlAttribute, xmlText } from './escape.ts'
import { isFatal, problemLine } from './problems-of.ts'

interface Case {
  readonly outcome: 'passed' | 'failure' | 'error' | 'skipped'
  readonly xml: string
  readonly seconds: number
}

/** The text of `junit.xml`: one suite per area, one case per requirement, and one suite for problems of the run. */
export function junitXml({ report, areas, violations }: RunDocument): string {
  const violationOf = new Map(violations.map((violation) => [violation.requirement, violation]))
  const suites = areas.map((area) => ({
    name: `${area.id}: ${area.title}`,
    cases: area.requirements.map((requirement) => caseOf(requirement, violationOf.get(requirement))),
  }))
  const run = problemCases(report)
  const all = run.length === 0 ? suites : [...suites, { name: 'run', cases: run }]
  const totals = counts(all.flatMap(({ cases }) => cases))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="product-data-conformance"${totals} time="${(report.target.durationMs / 1000).toFixed(3)}">`,
    ...all.map((suite) => suiteXml(suite, report.target.startedAt)),
    '</testsuites>',
    '',
  ].join('\n')
}

interface Suite {
  readonly name: string
  readonly cases: readonly Case[]
}

function suiteXml({ name, cases }: Suite, startedAt: string): string {
  const seconds = cases.reduce((sum, one) => sum + one.seconds, 0)
  return [
    `  <testsuite name="${xmlAttribute(name)}"${counts(cases)} time="${seconds.toFixed(3)}" timestamp="${xmlAttribute(startedAt)}">`,
    ...cases.map(({ xml }) => `    ${xml}`),
    '  </testsuite>',
  ].join('\n')
}

function counts(cases: readonly Case[]): string {
  const count = (outcome: Case['outcome']): number => cases.filter((one) => one.outcome === outcome).length
  return ` tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`
}

function caseOf(requirement: ReportedRequirement, violation: ShownViolation | undefined): Case {
  const { id, area, statement, durationMs = 0 } = requirement
  const { outcome, body } = violation ? violated(violation) : judged(requirement)
  return testCase(outcome, { area, name: `${id} ${statement}`, body, seconds: durationMs / 1000 })
}

function judged(requirement: ReportedRequirement): Pick<CaseParts, 'body'> & { readonly outcome: Case['outcome'] } {
  const { verdict, untested, observations } = requirement
  if (untested)
    return { outcome: 'skipped', body: element('skipped', `${untested.reason}: ${obstacleText(untested)}`, '') }
  const depth = partialDepthOf(requirement)
  const lines = [
    ...(depth === undefined ? [] : [`${verdict}, ${depth}`]),
    ...observations.map(({ name, value }) => `${name}: ${value}`),
  ]
  if (lines.length === 0) return { outcome: 'passed', body: '' }
  return { outcome: 'passed', body: `<system-out>${xmlText(lines.join('\n'))}</system-out>` }
}

/** An accepted violation, or a warning, must not fail the pipeline. */
function violated({ requirement, mark, findings }: ShownViolation): ReturnType<typeof judged> {
  const [first] = findings
  const headline = first ? claimLine(first) : requirement.statement
  const text = findings
    .flatMap((shown) => [
      findingText(shown),
      ...shown.places.map((place) => `also: ${claimLine(place)} (signature ${place.finding.signature})`),
    ])
    .join('\n\n')
  if (mark === 'violated') return { outcome: 'failure', body: element('failure', headline, text) }
  const known = first?.finding.known
  const why = known
    ? `known until ${known.expires} (${known.owner}): ${known.reason}`
    : 'implied requirements warn only'
  return { outcome: 'skipped', body: element('skipped', `${why}; ${headline}`, text) }
}

function problemCases({ problems = [], staleDeviations = [] }: ConformanceReport): Case[] {
  const own = problems.map((problem) => {
    const outcome = isFatal(problem) ? 'error' : 'skipped'
    const text = problemLine(problem)
    return testCase(outcome, { area: 'run', name: inLine(text, 200), body: element(outcome, text, '') })
  })
  const stale = staleDeviations.map((line) =>
    testCase('failure', { area: 'run', name: `deviation ${line}`, body: element('failure', line, '') }),
  )
  return [...own, ...stale]
}

interface CaseParts {
  readonly area: string
  readonly name: string
  readonly body: string
  /** The time the checks of the requirement spent waiting for answers. */
  readonly seconds?: number
}

function testCase(outcome: Case['outcome'], { area, name, body, seconds = 0 }: CaseParts): Case {
  const start = `<testcase classname="${xmlAttribute(area)}" name="${xmlAttribute(name)}" time="${seconds.toFixed(3)}"`
  return { outcome, seconds, xml: body === '' ? `${start}/>` : `${start}>${body}</testcase>` }
}

function element(name: string, message: string, text: string): string {
  const attribute = `message="${xmlAttribute(shortened(message, 1000))}"`
  const type = name === 'skipped' ? '' : ` type="${name}"`
  return text === '' ? `<${name} ${attribute}${type}/>` : `<${name} ${attribute}${type}>${xmlText(text)}</${name}>`
}
