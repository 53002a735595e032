import { collectChecks } from '../../../lib/cli/collect-checks.ts'
import { assembleReport } from '../../../lib/report/assemble-report.ts'
import type { ConformanceReport } from '../../../lib/report/conformance-report.ts'
import { faults, isFaultId, type FaultId } from '../../../proof/faults/catalogue.ts'
import { judgeReference } from '../../../proof/judge/judge-reference.ts'
import { shuffled } from '../../../proof/judge/shuffled.ts'
import { runFacts } from '../prepared.ts'

/** Some faults that nobody chose but the seed. */
export function faultsOfSeed(seed: number, count: number): readonly FaultId[] {
  return shuffled(Object.keys(faults).filter(isFaultId), seed).slice(0, count)
}

/** The report of a whole run against a reference with these faults, scripts and all. */
export async function runWithFaults(ids: readonly FaultId[]): Promise<ConformanceReport> {
  const { record } = await judgeReference({ checks: await collectChecks(), faults: [...ids], writesScripts: true })
  return assembleReport(record, runFacts())
}
