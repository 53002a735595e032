import { AsyncLocalStorage } from 'node:async_hooks'
import type { Check } from '../../lib/run/check.ts'
import { judgeReference } from '../judge/judge-reference.ts'

/** What the suite without a mutant is like. */
export interface SoundSuite {
  readonly titles: readonly string[]
  /** Title of a check → ids of the mutants whose code it executes. */
  readonly reached: Readonly<Record<string, readonly string[]>>
  /** Ids of the mutants whose code is executed while modules are loaded. */
  readonly loaded: readonly string[]
}

/** What instrumented code keeps its switch and its coverage in: the names are the instrumenter's. */
interface Instrumented {
  activeMutant: string
  /** The check that executes mutated code; `undefined` while modules are loaded. */
  readonly currentTestId: string | undefined
  mutantCoverage: Coverage
}

interface Coverage {
  /** Ids of the mutants whose code was executed while modules were loaded. */
  readonly static: Record<string, number>
  /** Title of a check → ids of mutants. */
  readonly perTest: Record<string, Record<string, number>>
}

const current = new AsyncLocalStorage<string>()
const instrumented: Instrumented = {
  activeMutant: '',
  get currentTestId() {
    return current.getStore()
  },
  mutantCoverage: { static: {}, perTest: {} },
}
Reflect.set(globalThis, '__stryker__', instrumented)

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
