import type { RequirementId } from '../contract/requirement.ts'
import type { CheckContext, CheckOptions } from './check.ts'
import { register } from './register.ts'
import { whileAssumptionsHold } from './assume.ts'

/** Declares a fixed story; its title is the rule as a plain assertion, its claims name their requirements. */
export function scenario<const Id extends RequirementId>(
  title: string,
  options: CheckOptions<Id>,
  run: (context: CheckContext<Id>) => Promise<void>,
): void {
  register('scenario', title, options, run)
}

/** How often a race is run: a check-then-act window of a few milliseconds shows in the first or second go. */
const goes = { smoke: 1, quick: 2, standard: 2, thorough: 10 } as const

/** Declares the same operation at once from several connections; `run` is one go, repeated with the effort. */
export function race<const Id extends RequirementId>(
  title: string,
  options: CheckOptions<Id>,
  run: (context: CheckContext<Id>) => Promise<void>,
): void {
  register('race', title, options, async (context) => {
    for (let go = 0; go < goes[context.session.configuration.effort]; go += 1)
      await whileAssumptionsHold(() => run(context))
  })
}
