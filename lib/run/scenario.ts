import type { RequirementId } from '../contract/requirement.ts'
import type { CheckContext, CheckOptions } from './check.ts'
import { register } from './register.ts'
import { whileAssumptionsHold } from './assume.ts'

/** Declares a fixed scenario; its title is the rule as a plain assertion, and its claims name their requirements. */
export function scenario<const Id extends RequirementId>(
  title: string,
  options: CheckOptions<Id>,
  run: (context: CheckContext<Id>) => Promise<void>,
): void {
  register('scenario', title, options, run)
}

/** The number of rounds of a race: a check-then-act window of a few milliseconds shows in the first or second one. */
const goes = { smoke: 1, quick: 2, standard: 2, thorough: 10 } as const

/** Declares the same operation on several connections at once; `run` is one round of these, repeated according to the effort. */
export function race<const Id extends RequirementId>(
  title: string,
  options: CheckOptions<Id>,
  run: (context: CheckContext<Id>, go: number) => Promise<void>,
): void {
  register('race', title, options, async (context) => {
    for (let go = 0; go < goes[context.session.configuration.effort]; go += 1)
      await whileAssumptionsHold(() => run(context, go))
  })
}

type TrafficOptions = Omit<CheckOptions<never>, 'verifies' | 'covers'> & {
  /** The requirements that passive checks judge for each answer: the claim of such a check. */
  readonly judged: readonly RequirementId[]
}

/** Declares requests whose answers passive checks judge, like every answer of a run; it makes no other claim. */
export function traffic(
  title: string,
  { judged, ...options }: TrafficOptions,
  send: (context: CheckContext<never>) => Promise<unknown>,
): void {
  register(
    'scenario',
    title,
    { ...options, verifies: [], covers: judged },
    async (context) => void (await send(context)),
  )
}
