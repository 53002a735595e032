import { AsyncLocalStorage } from 'node:async_hooks'

// Imported before all instrumented code: a module keeps the switch that it finds when it is loaded.

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

/** The title of the check that runs. */
export const current = new AsyncLocalStorage<string>()
export const instrumented: Instrumented = {
  activeMutant: process.env['__STRYKER_ACTIVE_MUTANT__'] ?? '',
  get currentTestId() {
    return current.getStore()
  },
  mutantCoverage: { static: {}, perTest: {} },
}
Reflect.set(globalThis, '__stryker__', instrumented)
