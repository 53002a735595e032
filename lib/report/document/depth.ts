import type { ConformanceReport, ReportedRequirement } from '../conformance-report.ts'
import { grouped } from '../../wording/figures.ts'
import { failsTheRun } from '../judge-target.ts'

type Row = Pick<ReportedRequirement, 'verdict' | 'cases'>

type Report = Pick<ConformanceReport, 'requirements' | 'target'>

/** The evaluated part of the catalogue: `148 of 336 requirements, 2,310 of 6,400 cases evaluated`. */
export function depthOf({ requirements, target }: Report): string {
  return `${kindOf(target)}${evaluatedText(requirements)}`
}

/** The same without the kind of the run. */
export function evaluatedText(requirements: readonly Row[]): string {
  const evaluated = requirements.filter(({ verdict }) => verdict !== 'untested').length
  const { looked, known } = casesIn(requirements)
  // Reports of earlier versions know no cases.
  const cases = known === 0 ? '' : `, ${grouped(looked)} of ${grouped(known)} cases`
  return `${grouped(evaluated)} of ${grouped(requirements.length)} requirements${cases} evaluated`
}

/** The share of evaluated cases, or of requirements if a report has no cases. */
export function casesText(report: Report): string {
  const { looked, known } = casesIn(report.requirements)
  return known === 0
    ? depthOf(report)
    : `${kindOf(report.target)}${grouped(looked)} of ${grouped(known)} cases evaluated`
}

/** A run that omits cases says so before its numbers, so that nobody takes it for a complete one. */
function kindOf({ effort }: Report['target']): string {
  if (effort === 'smoke') return 'Smoke run: '
  return effort === 'quick' ? 'Quick run: ' : ''
}

/**
 * The number of requirements that fail the run, beside the number that nothing evaluated: few violations among few evaluations
 * are not a good sign.
 */
export function violatedText({ requirements }: Pick<ConformanceReport, 'requirements'>): string {
  const failing = requirements.filter((requirement) => failsTheRun(requirement)).length
  const untested = requirements.filter(({ verdict }) => verdict === 'untested').length
  const violated = `${grouped(failing)} violated`
  return untested === 0 ? violated : `${violated}, ${grouped(untested)} of ${grouped(requirements.length)} untested`
}

/** The number of evaluated cases of a verdict, if not all were evaluated: `2 of 17 cases`. */
export function partialDepthOf({ verdict, cases: { looked, known } }: Row): string | undefined {
  return verdict === 'untested' || looked === known ? undefined : `${looked} of ${known} cases`
}

/** The cases of several requirements together. */
export function casesIn(requirements: readonly Row[]): { readonly looked: number; readonly known: number } {
  return {
    looked: requirements.reduce((sum, { cases }) => sum + cases.looked, 0),
    known: requirements.reduce((sum, { cases }) => sum + cases.known, 0),
  }
}
