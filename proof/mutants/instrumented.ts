import type { Check } from '../../lib/run/check.ts'
import { current, instrumented } from './mutant-switch.ts'
import { judgeReference } from '../judge/judge-reference.ts'

/** What the suite without a mutant is like. */
export interface SoundSuite {
  readonly titles: readonly string[]
  /** Title of a check → ids of the mutants whose code it executes. */
  readonly reached: Readonly<Record<string, readonly string[]>>
  /** Ids of the mutants whose code is executed while modules are loaded. */
  readonly loaded: readonly string[]
}

/** Switches one mutant on, and every other off; `''` switches all off. What modules computed as they were loaded stays. */
export function switchMutant(id: string): void {
  instrumented.activeMutant = id
}

/** Runs all checks against the sound reference: which mutants' code each executes. */
export async function coverage(checks: readonly Check[]): Promise<SoundSuite> {
  const marked = checks.map((check) => ({
    ...check,
    run: (...[context]: Parameters<Check['run']>) => current.run(check.title, () => check.run(context)),
  }))
  const { record } = await judgeReference({ checks: marked })
  if (record.findings.length > 0) throw new Error('without a mutant the sound reference is accused')
  const { perTest, static: loaded } = instrumented.mutantCoverage
  return {
    titles: checks.map(({ title }) => title),
    loaded: Object.keys(loaded),
    reached: Object.fromEntries(Object.entries(perTest).map(([title, ids]) => [title, Object.keys(ids)])),
  }
}
