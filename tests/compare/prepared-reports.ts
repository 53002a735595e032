import type { JournalRecord } from '../../lib/checks/journal.ts'
import { requirements } from '../../lib/contract/requirement.ts'
import { assembleReport } from '../../lib/report/assemble-report.ts'
import type { ConformanceReport } from '../../lib/report/conformance-report.ts'
import type { RunFacts } from '../../lib/report/run-facts.ts'
import { record, runFacts } from '../report/prepared.ts'

/** Every rule that can be judged was evaluated once. */
const evaluations = [...requirements.values()]
  .filter(({ kind }) => kind !== 'open')
  .map(({ id }) => ({ requirement: id, check: 'all', count: 1 }))

/** The report of a run that evaluated everything, and observed what is given. */
export function reportWith(parts: Partial<JournalRecord> = {}, facts: Partial<RunFacts> = {}): ConformanceReport {
  return assembleReport(record({ evaluations, ...parts }), runFacts(facts))
}

/** The same, with one requirement that nothing evaluated. */
export function withoutEvaluationsOf(id: string, parts: Partial<JournalRecord> = {}): ConformanceReport {
  return reportWith({ evaluations: evaluations.filter(({ requirement }) => requirement !== id), ...parts })
}
