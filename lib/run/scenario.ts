import type { RequirementId } from '../contract/requirement.ts'
import type { CheckContext, CheckOptions } from './check.ts'
import { register } from './register.ts'

/** Declares a fixed story; its title is the rule as a plain assertion, its claims name their requirements. */
export function scenario<const Id extends RequirementId>(
  title: string,
  options: CheckOptions<Id>,
  run: (context: CheckContext<Id>) => Promise<void>,
): void {
  register('scenario', title, options, run)
}
