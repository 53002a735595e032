import type { ConformanceReport, ReportedRequirement } from '../conformance-report.ts'
import { grouped } from '../../wording/figures.ts'
import { failsTheRun } from '../judge-target.ts'

type Row = Pick<ReportedRequirement, 'verdict' | 'cases'>

type Report = Pick<ConformanceReport, 'requirements' | 'target'>

/** What part of the catalogue a run looked at: `148 of 336 requirements, 2,310 of 6,400 cases looked at`. */
export function depthOf({ requirements, target }: Report): string {
  const evaluated = requirements.filter(({ verdict }) => verdict !== 'untested').length
  const { looked, known } = casesIn(requirements)
  // Reports of earlier versions know no cases.
  const cases = known === 0 ? '' : `, ${grouped(looked)} of ${grouped(known)} cases`
  return `${kindOf(target)}${grouped(evaluated)} of ${grouped(requirements.length)} requirements${cases} evaluated`
}

/** What part of the cases a run looked at, or of the requirements if a report knows no cases. */
export function casesText(report: Report): string {
  const { looked, known } = casesIn(report.requirements)
  return known === 0
    ? depthOf(report)
    : `${kindOf(report.target)}${grouped(looked)} of ${grouped(known)} cases evaluated`
}

/** A run that leaves cases out says so before its numbers: nobody is to take it for a whole one. */
function kindOf({ effort }: Report['target']): string {
  if (effort === 'smoke') return 'Smoke run: '
  return effort === 'quick' ? 'Quick run: ' : ''
}

/** How many requirements fail the run, beside how many nothing has looked at: few violations of few are no good sign. */
export function violatedText({ requirements }: Pick<ConformanceReport, 'requirements'>): string {
  const failing = requirements.filter((requirement) => failsTheRun(requirement)).length
  const untested = requirements.filter(({ verdict }) => verdict === 'untested').length
  const violated = `${grouped(failing)} violated`
  return untested === 0 ? violated : `${violated}, ${grouped(untested)} of ${grouped(requirements.length)} untested`
}

/** How deep the verdict of a requirement goes, if not every case was looked at: `2 of 17 cases`. */
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
