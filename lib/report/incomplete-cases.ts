import type { ConformanceReport, UntestedCase } from './conformance-report.ts'
import { shortened } from './escape.ts'
import { remedyOfMany } from './untested-by-reason.ts'

/** A case of a documented requirement that nothing looked at. */
export type MissingCase = UntestedCase & { readonly id: string }

/** The cases of documented requirements that a run did not look at: what keeps it from being complete. */
export function incompleteCases({ requirements }: Pick<ConformanceReport, 'requirements'>): readonly MissingCase[] {
  return requirements
    .filter(({ kind }) => kind === 'documented')
    .flatMap(({ id, verdict, cases, untested }) => {
      const missing = cases.untested.map((one) => ({ ...one, id }))
      if (missing.length > 0 || verdict !== 'untested' || untested === undefined) return missing
      return [{ ...untested, id, case: 'all of it' }]
    })
}

const remediesShown = 12
const casesShown = 3
const longestLine = 600

/** Says for people which cases keep a run from being complete and what would let them be looked at; nothing where it is complete. */
export function incompleteLines(report: Pick<ConformanceReport, 'requirements'>): readonly string[] {
  const missing = incompleteCases(report)
  if (missing.length === 0) return []
  const groups = [...Map.groupBy(missing, remedyOfMany)].toSorted(([, one], [, other]) => other.length - one.length)
  const ids = new Set(missing.map(({ id }) => id))
  const more = groups.length - remediesShown
  const lines = [
    `not complete: ${missing.length} cases of ${ids.size} documented requirements were not looked at`,
    ...groups.slice(0, remediesShown).map(([remedy, cases]) => `  ${remedy}: ${named(cases)}`),
    ...(more > 0 ? [`  and for ${more} more reasons; conformance.json names every case`] : []),
  ]
  return lines.map((line) => shortened(line, longestLine))
}

function named(cases: readonly MissingCase[]): string {
  const shown = cases.slice(0, casesShown).map((one) => `${one.id} (${one.case})`)
  const more = cases.length - shown.length
  return `${shown.join(', ')}${more > 0 ? `, and ${more} more` : ''}`
}
